use std::path::PathBuf;
use std::time::Duration;

/// The parameters of a chaos run.
#[derive(Debug, Clone)]
pub struct Plan {
    pub on_postgres: bool,
    /// Decides the fault schedule, the players' decisions and the sandbox's random faults.
    pub seed: u64,
    /// The run ends after this many deaths of a process …
    pub kills: usize,
    /// … or after this time …
    pub at_most: Duration,
    /// … but, if this is not 0, up to two minutes later: not before this many moves were acknowledged, three processes were
    /// killed and one idle period has passed. The machine may be busy.
    pub moves: usize,
    /// Processes at the same time; SQLite has one.
    pub replicas: usize,
    /// Time between two idle periods, in which the clock goes from alarm to alarm.
    pub idle_every: Duration,
    pub pairs: usize,
    /// Interactions come by signed HTTP, spread over the processes, instead of the gateway.
    pub by_http: bool,
    /// A folder for the log and the journal. `None` keeps them only if the checker finds a violation.
    pub keep: Option<PathBuf>,
}

impl Plan {
    /// The command that runs the same fault schedule again.
    pub fn command(&self) -> String {
        let engine = if self.on_postgres { "postgres" } else { "sqlite" };
        let kills = if self.kills == usize::MAX { String::new() } else { format!(" --kills {}", self.kills) };
        let delivery = if self.by_http { "http" } else { "gateway" };
        format!(
            "cargo run -p tests --bin chaos -- --engine {engine} --delivery {delivery} --seed {}{kills} --seconds {} --moves {} --replicas {} --idle-every {} --pairs {}",
            self.seed,
            self.at_most.as_secs(),
            self.moves,
            self.replicas,
            self.idle_every.as_secs(),
            self.pairs
        )
    }
}
