import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { findAccount } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { mayLead, mayModerate, mayReview, type Staff } from '../guilds/rules.ts'
import { isArchived } from '../guilds/status-store.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { implement, type Handler } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { closeAbout, notify } from '../messages/store.ts'
import { hideFor } from '../submissions/store.ts'
import { lockVersion, setVisibility } from '../submissions/visibility-store.ts'
import { mustBeThere } from '../tasks/rules.ts'
import { lockTask } from '../tasks/store.ts'
import { featurePicked, tellOfPick, tellOfShares, unfeature } from './effects.ts'
import { staffWork } from './present.ts'
import { aboutPick, isInReach, isPickAsSeen, staffVisibility } from './rules.ts'
import { findForStaff, listForStaff, proposedInSet, type StaffWorkRow } from './staff-store.ts'
import { agreeWithPick, findPick, removePick, savePick, type Pick as PickRow } from './store.ts'

type Found = StaffWorkRow & { passed: boolean }

/**
 * A work of a guild whose staff the caller belongs to, with their rights there; absent and foreign works give the same
 * refusal.
 */
const mustFind = async (db: Db, user_id: number, submit_id: number): Promise<{ work: Found; staff: Staff }> => {
  const work = await findForStaff(db, submit_id)
  const staff = work && work.status !== 'withdrawn' ? await staffOf(db, user_id, work.guild_id) : null
  if (!work || !staff) throw fail('NOT_FOUND')
  return { work, staff }
}

/** What teachers and assistants decide about works. */
export const workAdminRoutes = (app: App): void => {
  implement(app, worksAdmin, {
    list: list(app),
    proposed: proposed(app),
    pick: pick(app),
    unpick: unpick(app),
    hide: hide(app),
    show: show(app),
    answerShare: answerShare(app),
  })
}

const list =
  (app: App): Handler<typeof worksAdmin.list> =>
  async ({ guild_id, task_id, show = 'all', keyword, ...page }, { user_id, now }) => {
    const staff = await staffOf(app.db, user_id, guild_id)
    if (!staff) throw fail('NOT_FOUND')
    const { list, ...rest } = await listForStaff(
      app.db,
      { user_id, now },
      { guild_id, task_id, visibility: staffVisibility(staff), show, keyword },
      page,
    )
    return { ...rest, list: list.map((row) => staffWork(app, row, user_id)) }
  }

const proposed =
  (app: App): Handler<typeof worksAdmin.proposed> =>
  async ({ set_id }, { user_id }) => {
    const rows = await proposedInSet(app.db, user_id, set_id)
    const classes = [...Map.groupBy(rows, ({ task_id }) => task_id).values()].map((of) => ({
      task_id: of[0]!.task_id,
      guild_id: of[0]!.guild_id,
      guild_name: of[0]!.guild_name,
      count: of.length,
      by: [...new Set(of.map(({ by }) => by))].slice(0, 3),
      works: of
        .slice(0, 20)
        .map(({ submit_id, real_name, nickname }) => ({ submit_id, student: real_name || nickname })),
      may_agree: Number(of[0]!.leads) === 1,
    }))
    return { classes }
  }

/** Locks the work, lets `act` change it, and returns its new state. */
const change = (
  app: App,
  caller: Person,
  submit_id: number,
  may: (staff: Staff) => boolean,
  act: (db: Db, work: Found, staff: Staff) => Promise<void>,
) =>
  app.db.transaction().execute(async (db) => {
    const { work: found, staff } = await mustFind(db, caller.user_id, submit_id)
    if (!may(staff)) throw fail('ROLE')
    // Moving the task to the bin waits for this lock, so it reads the final picks and shares.
    await lockTask(db, found.task_id)
    await lockVersion(db, submit_id)
    const { work } = await mustFind(db, caller.user_id, submit_id)
    await act(db, work, staff)
    const after = await findForStaff(db, submit_id)
    return staffWork(app, after ?? work, caller.user_id)
  })

/**
 * Throws where picks may not change: in an archived guild, or while the task is in the bin. Hiding is for safety and
 * always possible.
 */
const maySettle = async (db: Db, { guild_id, task_status }: Found): Promise<void> => {
  if (await isArchived(db, guild_id)) throw fail('ARCHIVED')
  mustBeThere({ status: task_status })
}

const pick =
  (app: App): Handler<typeof worksAdmin.pick> =>
  ({ submit_id, ...wanted }, caller) =>
    change(app, caller, submit_id, mayReview, (db, work, staff) => pickIn(db, work, staff, wanted, caller))

type Wanted = Pick<Input<typeof worksAdmin.pick>, 'reason' | 'seen'>

const pickIn = async (db: Db, work: Found, staff: Staff, { reason, seen }: Wanted, { user_id, now }: Person) => {
  await maySettle(db, work)
  // Works with held results may be picked; the pick shows once they are released.
  if (!work.passed && work.status !== 'reviewed') throw fail('STATE', { state: work.status })
  if (work.user_id === user_id) throw fail('OWN_WORK')
  const before = await findPick(db, work.id)
  const isTeacher = mayLead(staff)
  // Only a person who has read a pick may replace its public reason or agree to it.
  if (seen !== undefined && !isPickAsSeen(seen, before, { user_id, isTeacher })) throw fail('CHANGED')
  if (reason === undefined && (!isTeacher || before?.status !== 'proposed'))
    throw invalid('reason', '请写一句为什么好', 'Say in a sentence why it is excellent')
  if (!isTeacher && before?.status === 'agreed') throw fail('ROLE')
  if (reason === undefined) await agreeWithPick(db, work.id, user_id, now)
  else
    await savePick(db, {
      submission_id: work.id,
      guild_id: work.guild_id,
      status: isTeacher ? 'agreed' : 'proposed',
      reason,
      user_id,
      now,
    })
  if (!isTeacher) {
    const by = (await findAccount(db, user_id))?.nickname ?? ''
    return tellOfPick(db, { submission_id: work.id, title: work.title, guild_id: work.guild_id, by }, now)
  }
  await closeAbout(db, aboutPick(work.id))
  if (work.passed) await featurePicked(db, work.id, now)
}

const unpick =
  (app: App): Handler<typeof worksAdmin.unpick> =>
  ({ submit_id, was }, caller) =>
    change(app, caller, submit_id, mayReview, (db, work, staff) => unpickIn(db, work, staff, was, caller))

const unpickIn = async (db: Db, work: Found, staff: Staff, was: PickRow['status'] | undefined, { now }: Person) => {
  await maySettle(db, work)
  const before = await findPick(db, work.id)
  // Declining an assistant’s proposal is not the same as taking back a pick that a colleague has agreed to since, with
  // its certificate.
  if (was === 'proposed' && before?.status === 'agreed' && mayLead(staff)) throw fail('STATE', { state: before.status })
  // An assistant takes back what nobody has agreed to yet.
  if (before?.status === 'agreed' && !mayLead(staff)) throw fail('ROLE')
  if (!(await removePick(db, work.id))) return
  await closeAbout(db, aboutPick(work.id))
  await unfeature(db, work, now)
}

const mustReach = (staff: Staff, work: Found): void => {
  if (!isInReach(staff, work)) throw fail('NOT_FOUND')
}

const hide =
  (app: App): Handler<typeof worksAdmin.hide> =>
  ({ submit_id, reason }, caller) =>
    change(app, caller, submit_id, mayModerate, async (db, work, staff) => {
      mustReach(staff, work)
      if (!(await hideFor(db, work.id, reason))) return
      const { user_id, title, id } = work
      await notify(db, {
        user_id,
        type: 'notice',
        kind: 'work.hidden',
        data: { work: title, reason },
        link: paths.work(id),
        now: caller.now,
      })
    })

const show =
  (app: App): Handler<typeof worksAdmin.show> =>
  ({ submit_id }, caller) =>
    change(app, caller, submit_id, mayModerate, async (db, work, staff) => {
      mustReach(staff, work)
      if (!work.hidden) return
      await setVisibility(db, work.id, { hidden: false, hidden_reason: '' })
      await notify(db, {
        user_id: work.user_id,
        type: 'notice',
        kind: 'work.shown',
        data: { work: work.title },
        link: paths.work(work.id),
        now: caller.now,
      })
    })

const answerShare =
  (app: App): Handler<typeof worksAdmin.answerShare> =>
  ({ submit_id, grant, answer = '', share }, caller) =>
    change(app, caller, submit_id, mayModerate, async (db, work, staff) => {
      mustReach(staff, work)
      mustBeThere({ status: work.task_status })
      // Approval to share with the guild is not approval to share with the whole school.
      if (work.share_state !== 'waiting' || (share && share !== work.share))
        throw fail('STATE', { state: work.share_state })
      await setVisibility(db, work.id, { share_state: grant ? 'open' : 'refused', share_answer: grant ? '' : answer })
      const data = { work: work.title, granted: grant, answer }
      await notify(db, {
        user_id: work.user_id,
        type: 'notice',
        kind: 'work.share_answered',
        data,
        link: paths.work(work.id),
        now: caller.now,
      })
      await tellOfShares(db, work.guild_id, caller.now)
    })
