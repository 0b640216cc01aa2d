import { works } from '@tongchuang/contract/works.ts'
import type { Db } from '../../db/schema.ts'
import { earnTogether } from '../../ledger/store.ts'
import { setVisibility } from '../../submissions/visibility-store.ts'
import { addCertificate } from '../../works/certificate-store.ts'
import { hideFrom, savePick } from '../../works/store.ts'
import { firstBell } from '../test-app.ts'
import { absentId } from './answers.ts'
import type { MatrixSchool } from './school.ts'

const now = firstBell

const changeTaskOfWork = async (db: Db, { shared = 0 }: MatrixSchool['objects'], changes: object) => {
  await db.updateTable('tasks').set(changes).where('id', '=', shared).execute()
}

/** What can have happened to the work that the whole guild can see. */
export const workStates = {
  'a teacher has picked the work': async ({ school, objects, people }: MatrixSchool) => {
    const { guild = 0, shown = 0 } = objects
    await savePick(school.app.db, {
      submission_id: shown,
      guild_id: guild,
      status: 'agreed',
      reason: '好',
      user_id: people.teacher.id,
      now,
    })
  },
  'the work shows as excellent and has a certificate': async ({
    school,
    objects: { guild = 0, shown = 0 },
  }: MatrixSchool) => {
    await setVisibility(school.app.db, shown, { featured: true, featured_reason: '好' })
    const number = 'C-7K2M9QX4TD'
    const at = { dated_at: now, created_at: now }
    await addCertificate(school.app.db, { number, submission_id: shown, guild_id: guild, ...at })
  },
  'others can still do the task of the work': async ({ school, objects }: MatrixSchool) => {
    const tomorrow = now + 86_400_000
    await changeTaskOfWork(school.app.db, objects, { due_at: tomorrow, close_at: tomorrow })
  },
  'the task of the work is in the trash': ({ school, objects }: MatrixSchool) =>
    changeTaskOfWork(school.app.db, objects, { status: 'trashed', trashed_from: 'open', trashed_at: now }),
  'the assistant only moderates': async ({ school, objects: { guild = 0 }, people }: MatrixSchool) => {
    const membership = school.app.db.updateTable('guild_members').where('guild_id', '=', guild)
    await membership.set({ can_review: false }).where('user_id', '=', people.assistant.id).execute()
  },
  'a classmate does not want to see the work': async ({ school, objects, people }: MatrixSchool) => {
    await hideFrom(school.app.db, { submission_id: objects.shown ?? 0, user_id: people.mate.id, created_at: now })
  },
  'nobody likes the work': async ({ school, objects: { shown = 0 } }: MatrixSchool) => {
    await school.app.db.deleteFrom('work_likes').where('submission_id', '=', shown).execute()
  },
  'a classmate is liked as often as counts, and likes the work': async ({
    school,
    objects: { shown = 0 },
    people,
    tokens,
  }: MatrixSchool) => {
    const award = {
      user_id: people.mate.id,
      kind: 'liked',
      source_type: 'submission',
      source_id: absentId,
      guild_id: null,
      now,
      zone: 'Asia/Shanghai',
    } as const
    const actors = Array.from({ length: 10 }, (_, index) => index + 1)
    await earnTogether(
      school.app.db,
      actors.map((actor) => ({ ...award, actor })),
    )
    await school.with(tokens.mate)(works.like, { submit_id: shown, like: true })
  },
  'a classmate has turned their like of the work': async ({ school, objects: { shown = 0 }, tokens }: MatrixSchool) => {
    await school.with(tokens.mate)(works.like, { submit_id: shown })
  },
}
