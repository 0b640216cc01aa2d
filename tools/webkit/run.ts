/**
 * `npm run webkit`: opens every page of both sites by its address in WebKit, the engine of Safari, and hands in a work.
 * The journeys run in Chromium; this is for what an engine alone gets wrong, such as the order in which modules run.
 */
import { adminMount, studentPages } from '../../contract/src/paths.ts'
import { adminAddresses } from '../../e2e/pages/admin-addresses.ts'
import { studentAddresses } from '../../e2e/pages/student-addresses.ts'
import { openTaskFor } from '../../e2e/pages/submit-page.ts'
import { startSchool } from '../../e2e/start-school.ts'
import { zhCN } from '../../ui/src/texts/zh-CN.ts'
import { nothingYet, writeTally } from '../report/tally.ts'
import { startWebKit } from './start.ts'
import { openWindow } from './window.ts'

const tally = nothingYet()
const leaveOut = (reason: string): never => {
  console.log(`○ ${reason}`)
  writeTally({ ...tally, skipped: { [reason]: 1 } })
  process.exit(0)
}
const webkit = await startWebKit()
if ('missing' in webkit) throw leaveOut(webkit.missing)
const window = await openWindow(webkit.url).catch(() => leaveOut('WebKit opens no window on this machine'))
const school = await startSchool()

/** Opens a page and waits until it has its heading and nothing is on its way; a page that failed is none. */
const open = async (address: string): Promise<void> => {
  await window.goTo(school.url + address)
  await window.until(
    address,
    "return document.querySelector('h1') !== null && !document.querySelector('[data-skeleton]')",
  )
  const said = await window.evaluate<string>('return document.body.innerText')
  if (said.includes(zhCN.broken)) throw new Error(`${address}: ${zhCN.broken}`)
}

/** Logs somebody in: what the log-in form leaves on the device. */
const enter = async (name: 'token' | 'admin_token', token: string): Promise<void> => {
  await open(studentPages.login)
  await window.evaluate(
    "localStorage.setItem('arco-locale', 'zh-CN'); localStorage.setItem(arguments[0], arguments[1]); document.cookie = `${arguments[0]}=${arguments[1]}; path=/`",
    name,
    token,
  )
}

const walks: Readonly<Record<string, () => Promise<void>>> = {
  'a student opens every page by its address': async () => {
    await enter('token', await school.studentToken('student'))
    for (const address of await studentAddresses(school)) await open(address)
  },
  'a student writes an answer and hands it in': async () => {
    const { address } = await openTaskFor(school, 's013')
    await enter('token', await school.studentToken('s013'))
    await open(address)
    await window.type('[contenteditable=true]', '在另一种浏览器里写的一段。')
    await window.until('the draft is not saved', `return /草稿已保存\\d/.test(document.body.innerText)`)
    await window.press(/^提交第\d+版$/)
    await window.until('it is not submitted', `return /提交编号/.test(document.body.innerText)`)
  },
  'an administrator opens every page by its address': async () => {
    await enter('admin_token', await school.staffToken('admin'))
    for (const address of (await adminAddresses(school)).flat()) await open(adminMount + address)
  },
}

for (const [name, walk] of Object.entries(walks)) {
  try {
    await walk()
    tally.passed += 1
    console.log(`  ✓ ${name}`)
  } catch (error) {
    tally.failed += 1
    tally.red.push(`WebKit › ${name}`)
    console.log(`  ✗ ${name}\n${error instanceof Error ? error.message : error}`)
  }
}
await window.close()
await school.stop()
await webkit.stop()
writeTally(tally)
process.exit(tally.failed === 0 ? 0 : 1)
