/**
 * Runs while the rest of the site is loading: requests what the opened page reads first. It imports nothing, or it
 * would load as late as the rest. Its requests are exactly those of the pages, which take the responses (app/early.ts).
 */
const base = (document.querySelector('meta[name="base-path"]')?.getAttribute('content') ?? '').replace(
  /(?<!\/)\/+$/,
  '',
)

const path = location.pathname.slice(base.length)

const ask = (token: string | null, language: string): Map<string, Promise<Response>> => {
  const answers = new Map<string, Promise<Response>>()
  const get = (path: string) => fetched('GET', path)
  const post = (path: string, body: object) => fetched('POST', path, JSON.stringify(body))
  const fetched = (method: string, path: string, body?: string) => {
    const headers: Record<string, string> = {
      'accept-language': language,
      ...(token && { token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const answer = fetch(base + path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body !== undefined && { body }),
    })
    // Whoever takes the response handles its failure; if nobody takes it, the failure can be ignored.
    answer.catch(() => undefined)
    answers.set([method, base + path, token ?? '', language, body ?? ''].join(' '), answer)
  }
  get('/api/user/site')
  if (!token) return answers
  post('/api/student/getUserInfo', {})
  const query = new URLSearchParams(location.search)
  const [, guild] = /^\/square\/task_detail\/([1-9]\d{0,8})$/.exec(path) ?? []
  if (guild) {
    const type = /^(main|side|daily|event)$/.exec(query.get('type') ?? '')?.[0] ?? 'all'
    const [task] = /^[1-9]\d{0,8}$/.exec(query.get('task') ?? '') ?? []
    get(`/api/student/tasks_menu?guild_id=${guild}&type=${type}`)
    if (task) get(`/api/student/task_by_id?id=${task}`)
  }
  if (/^\/(square\/index|dashboard\/workplace)\/?$/.test(path)) {
    get('/api/student/doing_tasks_by_guild_id?guild_id=0&limit=100')
    get('/api/guild/guild_names_by_student')
    post('/api/index/getBanner', {})
  }
  return answers
}

/** The log-in page may already be in the document (`painted.tsx`): until it is hydrated, presses on it are recorded. */
const attend = (page: Element, language: string): void => {
  if (language !== document.documentElement.lang || location.hash) {
    page.replaceChildren()
    return
  }
  const [name, box] = page.querySelectorAll<HTMLInputElement>('[name=username],[type=checkbox]')
  const known = localStorage.getItem('remembered-username')
  if (name && box && known && !name.value) {
    name.value = known
    box.checked = true
  }
  page.addEventListener('click', ({ target }) => {
    if (page.hasAttribute('data-painted')) (target as Element).closest('button')?.setAttribute('data-pressed', '')
  })
}

try {
  const token = localStorage.getItem('token')
  const stored = localStorage.getItem('arco-locale')
  const language = stored === null || stored === 'zh-CN' ? 'zh-CN' : 'en-US'
  // With a token but no cookie, the person is sent to the log-in; without either, the pages before the log-in read only
  // the site.
  if (token ? document.cookie.includes('token=') : /^\/(login|register)?$/.test(path))
    globalThis.early = ask(token, language)
  const page = document.querySelector('[data-painted]')
  if (page) attend(page, language)
  // The first date a browser formats takes a slow phone 60 ms; it is idle while the scripts load.
  if (token) setTimeout(() => new Intl.DateTimeFormat(language))
} catch {
  // The browser blocks storage: the pages ask by themselves.
}
