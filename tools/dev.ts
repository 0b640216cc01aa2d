/** `npm run dev`: the sample school with a server that restarts and pages that reload as their sources change. */
import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { root } from './sites.ts'

const apiPort = Number(process.env.API_PORT ?? 3100)
const port = Number(process.env.PORT ?? 3000)

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts', '--demo'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(apiPort) },
})
const vite = await createServer({
  root: `${root}/web`,
  server: { port, strictPort: true, proxy: { '/api': { target: `http://localhost:${apiPort}` } } },
})
await vite.listen()
console.log(`  http://localhost:${port}/`)

const stop = () => {
  server.kill('SIGTERM')
  void vite.close()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
server.once('exit', () => void vite.close().then(() => process.exit()))
