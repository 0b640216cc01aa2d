import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sites.ts'

export type Proxy = {
  name: string
  url: string
  /** The end of its error log. */
  said: () => string
  stop: () => Promise<void>
}

/** The last snippet of the handbook for a proxy: the one for several processes. */
const snippet = (kind: 'nginx' | 'caddy'): string => {
  const text = readFileSync(join(root, 'docs/operate.md'), 'utf8')
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, body = '']) => body,
  )
  const found = blocks.at(-1)
  if (!found) throw new Error(`the handbook has no snippet for ${kind}`)
  return found
}

/** Replaces the addresses in the snippet by those of processes on this machine; nothing else is changed. */
const here = (text: string, servers: readonly string[]): string => {
  let at = 0
  const given = text.replaceAll(/10\.0\.0\.\d+:\d+/g, () => servers[at++] ?? '')
  if (at !== servers.length) throw new Error(`the handbook names ${at} processes, not ${servers.length}`)
  return given
}

const nginxConf = (folder: string, port: number, servers: readonly string[]): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 2;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${here(snippet('nginx'), servers)
  .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
  .replaceAll(/^.*ssl_certificate.*\n/gm, '')}
}
`

const caddyConf = (folder: string, port: number, servers: readonly string[]): string =>
  `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${folder}/caddy\n}\n${here(snippet('caddy'), servers).replace('school.example.cn', `http://127.0.0.1:${port}`)}`

const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

const answers = async (url: string): Promise<void> => {
  for (const until = Date.now() + 20_000; ;) {
    const isUp = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    if (Date.now() > until) throw new Error(`${url} does not answer`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Starts a proxy with the handbook's snippet in front of these processes; null if the proxy is not installed. */
export const startProxy = async (
  name: 'nginx' | 'caddy',
  folder: string,
  port: number,
  servers: readonly string[],
): Promise<Proxy | null> => {
  if (!isThere(name)) return null
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  const file = join(place, 'conf')
  const conf = name === 'nginx' ? nginxConf(place, port, servers) : caddyConf(place, port, servers)
  writeFileSync(file, conf)
  const args = name === 'nginx' ? ['-c', file, '-p', place] : ['run', '--config', file, '--adapter', 'caddyfile']
  let said = ''
  const child: ChildProcess = spawn(name, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place },
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-20_000)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await answers(url).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`${String(error)}: ${said}`)
  })
  return {
    name,
    url,
    said: () => (name === 'nginx' ? readFileSync(join(place, 'error.log'), 'utf8') : said).slice(-3_000),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
