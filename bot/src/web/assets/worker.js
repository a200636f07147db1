// Without a connection, a page says so. Nothing else is kept: the page that says it, and its files, whose addresses name their content.

const [PAGE, ...FILES] = KEPT;

async function keep() {
  await caches.delete("offline");
  const cache = await caches.open("offline");
  await cache.addAll([PAGE, ...FILES]);
}

addEventListener("install", (event) => event.waitUntil(keep()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(caches.match(request).then((file) => file ?? fetch(request)));
});
