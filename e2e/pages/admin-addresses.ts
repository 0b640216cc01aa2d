import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { adminPages, adminPaths, guildTabs, moderationTabs } from '@tongchuang/contract/paths.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import type { School } from '../start-school.ts'

/** Creates a set of a task in two guilds. */
const aSet = async (send: Send, [one, other]: readonly { id: number }[]): Promise<number> => {
  if (!one || !other) throw new Error('the school has one guild alone')
  const { id, base_version } = await send(taskEditing.create, { guild_id: one.id, title: '两个班一起走的路' })
  await send(taskEditing.update, { id, base_version, content: '走之前把鞋带系好。' })
  await send(taskSetsAdmin.spread, { id, guild_ids: [other.id] })
  const { set } = await send(taskEditing.publish, { id, now: true, also: 'set' })
  return set?.id ?? 0
}

/** Pages that show no skeleton, because their calls only fill a choice. */
export const standsAtOnce: ReadonlySet<string> = new Set([adminPages.rosterImport])

/**
 * Every page and tab of the admin site behind its log-in, as an administrator opens it: a new one must be added here to
 * be walked.
 */
export const adminAddresses = async (school: School): Promise<(readonly string[])[]> => {
  const send = await school.asStaff('admin')
  const { list } = await send(guildSettings.list, {})
  const guild = list[0]?.id ?? 0
  const task = (await send(taskListsAdmin.tasks, { limit: 1 })).list[0]?.id ?? 0
  const grid = (await send(gradesAdmin.guilds)).find(({ may_export }) => may_export)?.id ?? guild
  const set = await aSet(send, list)
  const addresses: Readonly<Record<keyof typeof adminPages, readonly string[]>> = {
    home: [adminPages.home],
    login: [],
    setup: [],
    review: [adminPaths.review()],
    reviewRequests: [
      adminPaths.reviewRequests(),
      adminPaths.reviewRequests('extensions'),
      adminPaths.reviewRequests('notes'),
    ],
    reviewSet: [adminPaths.reviewSet(set)],
    // The page of an import of results reads nothing before a file is chosen: admin-entering.spec.ts.
    grades: [adminPaths.grades({ guild: grid })],
    tasks: [adminPaths.tasks()],
    missing: [adminPaths.missing(task)],
    statistics: [adminPaths.statistics({ task }), adminPaths.statistics({ set })],
    // Fills the screen; its failures are covered by lecture.test.tsx.
    lecture: [],
    task: [adminPaths.task(task)],
    guilds: [adminPages.guilds],
    invite: [adminPaths.invite(guild)],
    guild: guildTabs.map((tab) => adminPaths.guild(guild, tab)),
    moderation: moderationTabs.map((tab) => adminPaths.moderation(tab)),
    certificates: [`${adminPages.certificates}?number=C-0000000000`],
    people: [adminPaths.people()],
    rosterImport: [adminPages.rosterImport],
    // Belongs to one import: three-classes.spec.ts.
    rosterSlips: [],
    account: [adminPages.account],
    notices: [adminPages.notices],
    staff: [adminPages.staff],
    audit: [adminPages.audit],
    settings: [adminPages.settings],
    providers: [adminPages.providers],
    system: [adminPages.system],
    categories: [adminPages.categories],
    banners: [adminPages.banners],
    privacy: [adminPages.privacy],
    backup: [adminPages.backup],
  }
  return Object.values(addresses)
}
