import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminMount, studentPages } from '../../contract/src/paths.ts'
import { adminAddresses } from '../../e2e/pages/admin-addresses.ts'
import { studentAddresses } from '../../e2e/pages/student-addresses.ts'
import { openTaskFor } from '../../e2e/pages/submit-page.ts'
import type { School } from '../../e2e/start-school.ts'
import { zhCN } from '../../ui/src/texts/zh-CN.ts'
import { press, typeInto, until, type Window } from './window.ts'

const WIDE = 1280

type Walk = (window: Window, school: School) => Promise<void>

/** Opens a page and waits until it has its heading and nothing is on its way; a page that failed is none. */
const open = async (window: Window, school: School, address: string): Promise<void> => {
  await window.goTo(school.url + address)
  await until(
    window,
    address,
    "return document.querySelector('h1') !== null && !document.querySelector('[data-skeleton]')",
  )
  const said = await window.evaluate<string>('return document.body.innerText')
  if (said.includes(zhCN.broken)) throw new Error(`${address}: ${zhCN.broken}`)
}

/** No page is wider than its window: on a phone, what stands outside is not found. */
const fits = async (window: Window, address: string, width: number): Promise<void> => {
  await window.widen(width)
  const isWide = `return Math.abs(innerWidth - ${width}) < 2 && document.documentElement.scrollWidth <= innerWidth`
  await until(window, address, isWide, 5_000).catch(async () => {
    const sizes = await window.evaluate<number[]>('return [document.documentElement.scrollWidth, innerWidth]')
    throw new Error(`${address} is ${sizes[0]} px wide in a window of ${sizes[1]} px, asked for ${width}`)
  })
}

/** Opens pages one after the other, by turns on a screen and on a phone, and looks at each as wide as the other too. */
const openAll = async (window: Window, school: School, addresses: readonly string[]): Promise<void> => {
  let [width, other] = [WIDE, window.narrow]
  for (const address of addresses) {
    await open(window, school, address)
    await fits(window, address, width)
    await fits(window, address, other)
    ;[width, other] = [other, width]
    const errors = window.errors()
    if (errors.length > 0) throw new Error(`${address}: ${errors.join('\n')}`)
  }
}

/** Logs somebody in: what the log-in form leaves on the device. */
const enter = async (window: Window, school: School, name: 'token' | 'admin_token', token: string): Promise<void> => {
  await open(window, school, studentPages.login)
  await window.evaluate(
    "localStorage.setItem('arco-locale', 'zh-CN'); localStorage.setItem(arguments[0], arguments[1]); document.cookie = `${arguments[0]}=${arguments[1]}; path=/`",
    name,
    token,
  )
}

/** What is done in every engine, by what happens to whom. Each walk logs somebody else in. */
export const walks: Readonly<Record<string, Walk>> = {
  'a student opens every page by its address, and none is wider than a phone': async (window, school) => {
    await enter(window, school, 'token', await school.studentToken('student'))
    await openAll(window, school, await studentAddresses(school))
  },
  'a student writes an answer with a formula, adds a file and hands them in': async (window, school) => {
    const { address } = await openTaskFor(school, 's013')
    await enter(window, school, 'token', await school.studentToken('s013'))
    await open(window, school, address)
    await typeInto(window, '[contenteditable=true]', '在另一种浏览器里写的一段：$S=\\pi r^2$')
    await until(window, 'the draft is not saved', `return /草稿已保存\\d/.test(document.body.innerText)`)
    await press(window, /^预览$/)
    await until(
      window,
      'no formula is drawn',
      `return [...document.querySelectorAll('math msup')].some((one) => one.getBoundingClientRect().height > 10)`,
    )
    await press(window, /^继续写$/)
    const folder = await mkdtemp(join(tmpdir(), 'tongchuang-handed-'))
    const file = join(folder, '观察.txt')
    await writeFile(file, '一')
    await window.attach('input[type=file][multiple]', file)
    await until(window, 'the file is not uploaded', `return /已上传/.test(document.body.innerText)`)
    await rm(folder, { recursive: true })
    await press(window, /^提交第\d+版$/)
    await until(window, 'it is not submitted', `return /提交编号/.test(document.body.innerText)`)
    const errors = window.errors()
    if (errors.length > 0) throw new Error(errors.join('\n'))
  },
  'an administrator opens every page by its address, and none is wider than a phone': async (window, school) => {
    await enter(window, school, 'admin_token', await school.staffToken('admin'))
    const addresses = (await adminAddresses(school)).flat().map((address) => adminMount + address)
    await openAll(window, school, addresses)
  },
}
