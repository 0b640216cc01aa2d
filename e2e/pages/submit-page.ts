import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { School } from '../start-school.ts'

export type OpenTask = { id: number; title: string; address: string }

/** Codes of guilds of the sample school whose tasks can be taken on any day. */
const invites = ['CDGF2345', 'ZRGC6782', 'WXSH5678', 'SXJM7892', 'GYSY3456']

type Send = Awaited<ReturnType<School['asStudent']>>

/** Whether a text alone can be submitted: the task requires no file and no answer to a question, and is not offline. */
const asksForTextOnly = async (send: Send, id: number): Promise<boolean> => {
  const { task } = await send(studentTask.detail, { id })
  return task.channel !== 'offline' && task.min_files === 0 && !task.questions.some(({ required }) => required)
}

/**
 * An open task this student works on: one in progress, else one that is accepted now, if necessary after joining
 * another guild.
 */
export const openTaskFor = async (school: School, username: string): Promise<OpenTask> => {
  const send = await school.asStudent(username)
  // The random tasks of each sample student vary with the hour.
  for (const code of [null, ...invites]) {
    if (code !== null) await send(guilds.join, { code }).catch(() => undefined)
    const { list } = await send(tasks.listByGuild, { limit: 100 })
    const open = list.filter(({ due_at, state, lock }) => {
      const isInTime = due_at === null || Date.parse(due_at) > Date.now()
      return isInTime && (state === 'doing' || (state === 'available' && lock.length === 0))
    })
    const doingFirst = open.toSorted((one, other) => Number(other.state === 'doing') - Number(one.state === 'doing'))
    let task: (typeof open)[number] | undefined
    for (const one of doingFirst) if (!task && (await asksForTextOnly(send, one.id))) task = one
    if (!task) continue
    if (task.state !== 'doing') await send(tasks.accept, { id: task.id })
    return { id: task.id, title: task.title, address: `/square/task_detail/submit/${task.guild_id}?task=${task.id}` }
  }
  throw new Error(`nothing to work on for ${username}`)
}

/** The page for handing in, as a person uses it. */
export class SubmitPage {
  readonly page: Page
  readonly text: Locator
  readonly saved: Locator
  constructor(page: Page) {
    this.page = page
    // The editor, not the plain field it replaces.
    this.text = page.locator('[contenteditable="true"]')
    this.saved = page.getByText(/^草稿已保存\d/).locator('visible=true')
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address)
    await expect(this.text).toBeVisible()
  }

  /** Types at the end of the text. */
  async type(text: string): Promise<void> {
    await this.text.click()
    await this.page.keyboard.press('ControlOrMeta+End')
    await this.page.keyboard.insertText(text)
  }

  async typeAndSave(text: string): Promise<void> {
    const answer = this.page.waitForResponse(
      (response) =>
        response.url().endsWith('/tasks_submit') && (response.request().postData() ?? '').includes(text.slice(-12)),
    )
    await this.type(text)
    await answer
    await expect(this.saved).toBeVisible()
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }
}
