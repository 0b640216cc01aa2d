/**
 * Loaded before the server: builds the sites that are out of date. The bundler runs in a process of its own, so that
 * its memory does not stay with the server.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isStale, root, sites } from './sites.ts'

if (sites().some(isStale)) {
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.ts')], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
