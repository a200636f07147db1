//! Distributes connections over the processes of a bot, like a host's load balancer.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// One address for several processes. It ends when it is dropped.
pub struct LoadBalancer {
    pub address: SocketAddr,
    backends: Arc<Mutex<Vec<SocketAddr>>>,
    task: JoinHandle<()>,
}

impl LoadBalancer {
    pub async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let backends = Arc::new(Mutex::new(Vec::new()));
        let task = tokio::spawn(accept(listener, Arc::clone(&backends)));
        Ok(Self { address, backends, task })
    }

    /// Adds a process, which gets its share from now on.
    pub fn add(&self, backend: SocketAddr) {
        self.backends.lock().unwrap_or_else(PoisonError::into_inner).push(backend);
    }
}

impl Drop for LoadBalancer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, backends: Arc<Mutex<Vec<SocketAddr>>>) {
    while let Ok((mut client, _)) = listener.accept().await {
        let backends = Arc::clone(&backends);
        tokio::spawn(async move {
            if let Some(mut backend) = connect(&backends).await {
                let _ = tokio::io::copy_bidirectional(&mut client, &mut backend).await;
            }
        });
    }
}

/// Connects to the next process in turn, and removes processes that are gone.
async fn connect(backends: &Mutex<Vec<SocketAddr>>) -> Option<TcpStream> {
    loop {
        let backend = {
            let mut backends = backends.lock().unwrap_or_else(PoisonError::into_inner);
            if !backends.is_empty() {
                backends.rotate_left(1);
            }
            *backends.last()?
        };
        if let Ok(stream) = TcpStream::connect(backend).await {
            return Some(stream);
        }
        backends.lock().unwrap_or_else(PoisonError::into_inner).retain(|known| *known != backend);
    }
}
