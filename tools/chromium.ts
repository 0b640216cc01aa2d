import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { aptInstall, isRoot, mayInstall, run } from './debian.ts'
import { root } from './sites.ts'

// The shell without windows does the same work in half the time.
const DEBIAN_CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const

const hasChineseFont = (): boolean => {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' })
  return status === 0 && stdout.trim() !== ''
}

/**
 * Finds or brings the browser of the journeys: the one named by CHROMIUM, Debian's, else Playwright's own (null: it
 * finds that by itself). Chinese pages need a Chinese font, which is brought with Debian's.
 */
export const bringChromium = (): string | null => {
  const named = process.env.CHROMIUM
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM: ${named} 不存在 / does not exist`)
    return named
  }
  const installs = mayInstall()
  if (installs && !hasChineseFont() && !aptInstall('fonts-noto-cjk'))
    console.error('  没有装上 / not installed: fonts-noto-cjk')
  for (const path of DEBIAN_CHROMIUMS) {
    if (existsSync(path) || (installs && aptInstall(basename(path)) && existsSync(path))) return path
  }
  console.log('  playwright install chromium')
  const playwright = join(root, 'node_modules/playwright/cli.js')
  if (run(process.execPath, [playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])) return null
  throw new Error(
    '没有浏览器：请安装 Chromium，或用 CHROMIUM 指明 / No browser: install Chromium or name one with CHROMIUM',
  )
}
