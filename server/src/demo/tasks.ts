import type { Selectable } from 'kysely'
import type { TaskTable } from '../tasks/tables.ts'
import { more } from './more-tasks.ts'

/** A moment of the sample school: days from today and the time on the school's wall. */
export type When = readonly [days: number, time: string]

/** A task of the sample school. */
export type SampleTask = {
  title: string
  /** Index into `guilds`. */
  guild: number
  chapter?: number
  summary: string
  content: string
  type: Selectable<TaskTable>['type']
  /** The number a task is known by; its difficulty is min(5, ceil(n / 20)). */
  n: number
  open: When
  due: When | null
  close: When | null
  late?: { rule: Selectable<TaskTable>['late_rule']; percent?: number; cap?: number }
  criteria?: readonly (readonly [label: string, description: string, weight: number])[]
  capacity?: number
  min_files?: number
  needs_text?: boolean
  hold?: boolean
  requires?: string
  attachment?: 'queue-table' | 'names'
  questions?: readonly {
    id: string
    label: string
    kind: 'text' | 'number' | 'one' | 'many'
    options?: readonly string[]
    required: boolean
  }[]
}

const three: SampleTask['criteria'] = [
  ['数据', '三天、同一时间段，写明来源和记录人', 40],
  ['假设与模型', '假设写得出来，每个字母都有解释', 30],
  ['结论', '用数据回答问题，说出哪里可能不准', 30],
]

/** The twelve tasks a visitor meets first. */
const first: readonly SampleTask[] = [
  {
    title: '给校园拍一张「看不见的人」',
    guild: 2,
    chapter: 1,
    summary: '记录一位每天为我们服务的人，先征得同意；一张照片，一百字。',
    type: 'main',
    n: 40,
    open: [-6, '08:00'],
    due: [0, '22:00'],
    close: [2, '22:00'],
    late: { rule: 'percent', percent: 10, cap: 30 },
    criteria: [
      ['看见', '让人注意到平时没注意的人', 40],
      ['光与构图', '光从哪里来，人在画面的哪里', 30],
      ['文字', '一百字，写一个具体的细节', 30],
    ],
    content: `学校里有一些人，我们每天都见到，却很少真正看见：打饭的阿姨、修灯的师傅、早上六点扫落叶的人。

## 要做什么

1. 选一位每天为我们服务的人，说明来意，**征得同意**。
2. 拍一张照片。不摆拍，等一个自然的瞬间。
3. 写一百字左右：他在做什么？你注意到了哪个以前没注意的细节？

> 对方不愿意入镜，就拍他的手、他的工具，或者他刚刚收拾好的地方。

## 交什么

一张照片（jpg或png）和一段文字。`,
  },
  {
    title: '用Python写一个随机点名器',
    guild: 0,
    chapter: 1,
    summary: '不重复、可恢复；附一张运行截图。',
    type: 'main',
    n: 50,
    open: [-5, '08:00'],
    due: [2, '18:00'],
    close: [5, '22:00'],
    late: { rule: 'percent', percent: 10, cap: 40 },
    attachment: 'names',
    content: `老师每节课都要点名。请写一个小程序，让它公平，也让它记得住。

## 要求

- 从名单里随机抽一位，**一轮之内不重复**；
- 关掉再打开，能接着上次的进度；
- 抽完一轮，自动开始下一轮。

\`\`\`python
import random

names = ["子墨", "雨桐", "晓禾"]
print(random.choice(names))
\`\`\`

上面三行能点名，但会重复。想一想：已经点过的人，记在哪里？

## 交什么

你的 \`.py\` 文件和一张运行截图，写两句话说明你怎么保证不重复。`,
  },
  {
    title: '食堂排队要等多久？',
    guild: 6,
    chapter: 1,
    summary: '记录三天数据，估计平均等待，写出假设。',
    type: 'main',
    n: 80,
    open: [-12, '08:00'],
    due: [-3, '22:00'],
    close: [4, '22:00'],
    late: { rule: 'percent', percent: 10, cap: 30 },
    criteria: three,
    attachment: 'queue-table',
    content: `午饭时间，一楼食堂的队伍能排到门口。要等多久，能不能算出来？这一次，请你用三天的数据估一估，再把道理讲给没学过这个式子的同学听。

## 要做什么

1. 选一个窗口，连续三天在12:00–12:30记录，每5分钟数一次人数。
2. 数一数这个窗口平均每分钟能打几份。
3. 写出你的假设，用下面的式子估计等待时间，再和真的排一次比一比。

$$t=\\frac{n}{\\mu}$$

其中 $t$ 是等待时间（分钟），$n$ 是你前面的人数，$\\mu$ 是每分钟打几份。

比如前面有18人，窗口每分钟打3份，那么大约要等6分钟。什么时候这个估计会不准？这正是报告里最值得写的一段。

## 会写程序的话

也可以让Python替你算平均数，运行结果截图放进报告。

\`\`\`python
n = [18, 22, 15, 26, 19, 12]   # 每5分钟的排队人数
mu = 3.2                       # 每分钟打几份
t = [x / mu for x in n]
print(f"平均要等{sum(t) / len(t):.1f}分钟")
\`\`\``,
  },
  {
    title: '为《春江花月夜》录一段60秒朗诵',
    guild: 4,
    chapter: 1,
    summary: '选四句，配一张自己拍的月亮。重点是停顿和语气，不比谁声音大。',
    type: 'side',
    n: 30,
    open: [-2, '08:00'],
    due: [7, '22:00'],
    close: [14, '22:00'],
    content: `从《春江花月夜》里选四句你最喜欢的，录一段不超过60秒的朗诵。

- 重点是**停顿和语气**，不比谁声音大；
- 配一张自己拍的月亮，拍不到月亮，就拍一盏灯；
- 写一句话：为什么选这四句。`,
  },
  {
    title: '绿豆发芽观察日记（7天）',
    guild: 5,
    summary: '每天同一时间拍照、量高度，最后用一张折线图说明光照的影响。',
    type: 'main',
    n: 70,
    open: [-3, '08:00'],
    due: [0, '21:00'],
    close: [8, '22:00'],
    criteria: [
      ['记录', '七天不断，时间一致', 40],
      ['图', '折线图有标题、单位、图例', 30],
      ['解释', '说出光照怎样影响高度，也说出还有什么可能', 30],
    ],
    content: `取两份绿豆，一份放窗边，一份放柜子里，其他条件都一样。

1. 每天**同一时间**拍照、量高度（毫米）。
2. 第七天画一张折线图，两条线。
3. 写一段话：光照怎样影响了它们？还有什么可能的原因？`,
  },
  {
    title: '刻一枚自己的姓名章',
    guild: 3,
    summary: '上传印面与印文，说说字体选择。',
    type: 'side',
    n: 60,
    open: [-20, '08:00'],
    due: [-6, '22:00'],
    close: [-2, '22:00'],
    content: `用橡皮或青田石刻一枚自己的姓名章。

- 上传**印面**和**印文**各一张照片；
- 说说你为什么选这种字体，朱文还是白文；
- 注意安全：刻刀永远朝外，手在刀后面。`,
  },
  {
    title: '垃圾分类投放点小调查',
    guild: 9,
    summary: '采访5位住户，给居委会写一条可行的建议。',
    type: 'side',
    n: 60,
    open: [-15, '08:00'],
    due: [-1, '22:00'],
    close: [3, '22:00'],
    content: `在你家附近选一个垃圾分类投放点，采访5位住户：他们什么时候来？哪一步最麻烦？

最后给居委会写**一条**做得到的建议。一条就够，但要具体。`,
  },
  {
    title: '让红绿灯更聪明',
    guild: 6,
    chapter: 1,
    summary: '用流程图说明你的改进；会做实物的可以拍一段视频。',
    type: 'main',
    n: 90,
    open: [-8, '08:00'],
    due: [-1, '20:00'],
    close: [1, '22:00'],
    criteria: three,
    content: `校门口的红绿灯，有时没有车也要等60秒。

1. 画一张流程图：现在的红绿灯怎么工作？
2. 改一处，让它在人少的时候更聪明；
3. 说明代价：你的办法在什么情况下会更糟？`,
  },
  {
    title: '给外婆讲清楚「什么是云」',
    guild: 0,
    chapter: 0,
    summary: '三分钟录音，或者一页漫画。',
    type: 'side',
    n: 40,
    open: [-1, '08:00'],
    due: [9, '22:00'],
    close: [12, '22:00'],
    content: `不用「服务器」「数据」「上传」这三个词，给外婆讲清楚：照片存在云里，是存在哪里？

三分钟录音，或者一页漫画，选一种。讲完请外婆用自己的话复述一遍，写下她的原话。`,
  },
  {
    title: '一周晨跑打卡',
    guild: 8,
    summary: '每天一次，雨天可以用室内运动代替。',
    type: 'daily',
    n: 35,
    open: [-30, '06:00'],
    due: null,
    close: null,
    needs_text: true,
    content: `每天跑二十分钟，写下时间、地点和一句感受。

- 下雨就在楼道里跳绳，一样算；
- 身体不舒服就休息，**不用补**。`,
  },
  {
    title: '配音：给30秒默片重新配声音',
    guild: 7,
    summary: '脚步、门响、风声，都由你来做。',
    type: 'event',
    n: 50,
    open: [-2, '08:00'],
    due: [6, '22:00'],
    close: [6, '22:00'],
    capacity: 20,
    late: { rule: 'refuse' },
    content: `看一段30秒的默片，给它重新配上声音：脚步、门响、风声、一句台词。

用身边的东西做声音，写下每个声音是怎么来的。名额20人。`,
  },
  {
    title: '读《乡土中国》第一章，提一个真问题',
    guild: 4,
    chapter: 0,
    summary: '一个你真的想知道、书里又没有直接回答的问题。',
    type: 'main',
    n: 20,
    open: [-18, '08:00'],
    due: [-9, '22:00'],
    close: [-7, '22:00'],
    needs_text: true,
    content: `读《乡土中国》第一章，写下一个**真问题**：你真的想知道，书里又没有直接回答。

再写三五句：你猜答案是什么？要怎样才能知道？`,
  },
]

/** All 32 tasks, in the order they are written. */
export const tasks: readonly SampleTask[] = [...first, ...more]
