mod alarms;
mod automatic_vacation;
mod outages;
mod reminders;
mod time_input;
pub mod vacation;
