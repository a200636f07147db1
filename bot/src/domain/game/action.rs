//! What a commit does, for the audit.

use crate::domain::named::named;

named! {
    /// What a commit does.
    pub enum Action, "action" {
        Challenge = "challenge",
        Join = "join",
        Accept = "accept",
        Decline = "declined",
        Withdraw = "withdrawn",
        Expire = "expired",
        Play = "play",
        Resign = "resign",
        Abort = "abort",
        LoseOnTime = "time",
        OfferDraw = "offer-draw",
        AgreeToDraw = "agree-to-draw",
        AcceptDraw = "accept-draw",
        DeclineDraw = "decline-draw",
        WithdrawDraw = "withdraw-draw",
        ClaimDraw = "claim",
        Propose = "propose",
        AgreeToProposal = "agree-to-proposal",
        DeclineProposal = "decline-proposal",
        WithdrawProposal = "withdraw-proposal",
        TakeBack = "takeback",
        Adjourn = "adjourn",
        Resume = "resume",
        WarnOfClaim = "warn",
        ClaimSilence = "claim-silence",
        Remind = "remind",
        SetAlarm = "set-alarm",
        FollowCompetition = "competition",
        SetClock = "set-clock",
        EndVacation = "vacation-over",
        CreditDowntime = "downtime",
        Adjudicate = "adjudicate",
        Annul = "annul",
        Extend = "extend",
        GiveTime = "give-time",
        PauseByOrganizer = "pause-by-organizer",
        ResumeByOrganizer = "resume-by-organizer",
        AskToReplace = "ask-to-replace",
        DeclineToReplace = "decline-to-replace",
        Replace = "replace",
    }
}
