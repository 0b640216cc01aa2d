import { expect, test } from 'vitest'
import { letterOf } from './letter-texts.ts'
import { sentencesOf } from './sentences.ts'

const told = {
  task: '期末自评',
  guild: '高一（3）班',
  work: '我的检讨',
  max: 100,
  score: 47,
  before: 31,
  student: '王小明',
  reason: '抄袭',
  answer: '我们再看过一遍',
  excerpt: '我很难过',
}
const kinds = {
  'result.released': { ...told, decision: 'fail' },
  'result.corrected': told,
  'result.entered': { ...told, decision: 'fail' },
  'submission.returned': { ...told, marks: 3, until: null },
  'appeal.answered': { ...told, changed: false },
  'task.excused': told,
  'task.reopened': { ...told, until: null },
  'work.hidden': told,
  'discussion.replied': { ...told, who: '王小明' },
  'discussion.mentioned': { ...told, who: '王小明' },
  'discussion.hidden': told,
  'appeal.opened': told,
  'extension.asked': told,
  'deletion.asked': told,
  'post.replied': { ...told, who: '王小明' },
  'post.mentioned': { ...told, who: '王小明' },
  'post.answered': told,
}

test.each(Object.entries(kinds))(
  'the subject of a letter about %s tells whoever looks on neither task nor mark nor words',
  (kind, data) => {
    for (const language of ['zh-CN', 'en-US'] as const) {
      const line = { ...sentencesOf(kind, data, { language, zone: 'Asia/Shanghai' }, { letter: true }), link: null }
      const { subject, text } = letterOf({
        site_name: '同窗公会',
        language,
        ofStaff: false,
        nickname: '小雨',
        lines: [line],
        more: 0,
        base: '',
        unsubscribe: '',
      })
      for (const secret of Object.values(told)) expect(subject).not.toContain(String(secret))
      expect(text).toContain(line.content)
    }
  },
)

test.each(['post.replied', 'post.mentioned', 'post.answered', 'discussion.replied', 'discussion.mentioned'])(
  'a letter about %s names no student and quotes nothing of what others wrote in the discussion',
  (kind) => {
    for (const language of ['zh-CN', 'en-US'] as const) {
      const data = { task: told.task, who: told.student, excerpt: told.excerpt }
      const said = sentencesOf(kind, data, { language, zone: 'Asia/Shanghai' }, { letter: true })
      expect(Object.values(said).join('\n')).not.toMatch(/王小明|我很难过/)
      expect(said.content).toBe(told.task)
    }
  },
)
