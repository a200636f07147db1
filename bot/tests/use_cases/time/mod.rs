mod alarms;
mod automatic_vacation;
mod jobs;
mod more_time;
mod outages;
mod owed_moves;
mod reminders;
mod time_input;
pub mod vacation;
