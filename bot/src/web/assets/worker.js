// Without a connection, a page says so. Nothing else is kept: the page that says it, and its files, whose addresses name their content.

const PATHS = KEPT;
const [PAGE, ...FILES] = PATHS;
const pathOf = ({ url }) => new URL(url).pathname;

async function keep() {
  const cache = await caches.open("offline");
  await cache.addAll(PATHS);
  for (const request of await cache.keys()) if (!PATHS.includes(pathOf(request))) await cache.delete(request);
}

addEventListener("install", (event) => event.waitUntil(keep()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  else if (FILES.includes(pathOf(request))) event.respondWith(caches.match(request).then((file) => file ?? fetch(request)));
});
