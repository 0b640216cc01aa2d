// For moments without a network: every file of the release that is open, which never changes, and a page that says so.
// Answers of calls are never kept, and while there is a network every page comes from the server: an update needs nothing of this.
const { scope } = self.registration
const name = `frame-2 ${scope}`
const offline = ['offline.html', 'offline.css', 'icon.svg'].map((file) => scope + file)
// Two releases and what pages of them have asked for.
const most = 600

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(name)
      .then((cache) => cache.addAll(offline))
      // Without room for them the worker is there all the same, in the place of an older one.
      .catch(() => undefined)
      .then(() => self.skipWaiting()),
  )
})

const takeOver = async () => {
  const older = (await caches.keys()).filter((other) => other !== name && other.endsWith(` ${scope}`))
  await Promise.all(older.map((other) => caches.delete(other)))
  await self.clients.claim()
}
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

const offlinePage = async () => {
  const kept = await caches.match(`${scope}offline.html`)
  if (!kept) return Response.error()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'self'; img-src 'self'",
  }
  // It stands under the address that was asked for, whatever its depth.
  return new Response((await kept.text()).replaceAll('="./', `="${scope}`), { status: 503, headers })
}

const keptFile = async (request) => {
  try {
    return await (await caches.open(name)).match(request)
  } catch {
    return undefined
  }
}

// A device without room keeps no more: what came is shown all the same.
const keep = async (request, answer) => {
  try {
    const cache = await caches.open(name)
    await cache.put(request, answer)
    const all = (await cache.keys()).filter(({ url }) => !offline.includes(url))
    await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((old) => cache.delete(old)))
    return true
  } catch {
    return false
  }
}

const ofRelease = async (request) => {
  const kept = await keptFile(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await keep(request, answer.clone())
  return answer
}

// One after the other: whoever reads the page meanwhile has the line.
const keepRelease = async () => {
  const files = await (await fetch(`${scope}files.json`, { cache: 'no-cache' })).json()
  for (const url of [...offline, ...files.map((file) => scope + file)]) {
    const request = new Request(url)
    if (await keptFile(request)) continue
    const answer = await fetch(request)
    if (answer.ok && !(await keep(request, answer))) return
  }
}
self.addEventListener('message', (event) => {
  if (event.data === 'keep release') event.waitUntil(keepRelease().catch(() => undefined))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  if (method !== 'GET' || url.startsWith(`${scope}api/`)) return
  if (mode === 'navigate') event.respondWith(fetch(event.request).catch(offlinePage))
  else if (url.startsWith(`${scope}assets/`)) event.respondWith(ofRelease(event.request))
  else if (offline.includes(url)) event.respondWith(fetch(event.request).catch(() => caches.match(event.request)))
})
