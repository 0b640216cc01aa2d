import { paths } from '@tongchuang/contract/paths.ts'
import type { Selectable } from 'kysely'
import type { GuildTable } from '../guilds/tables.ts'

export type SampleCategory = { name: string; description: string; hue: Selectable<GuildTable>['hue']; weigh: number }

/** The eight categories of the sample school. */
export const categories: readonly SampleCategory[] = [
  { name: '信息科技', description: '写程序、做机器人', hue: 'tech', weigh: 80 },
  { name: '美术摄影', description: '拍照、刻版、画画', hue: 'art', weigh: 70 },
  { name: '语言文学', description: '读书、写作、朗诵', hue: 'lit', weigh: 60 },
  { name: '科学探究', description: '观察、记录、追问', hue: 'science', weigh: 50 },
  { name: '数学思维', description: '把生活写成式子', hue: 'history', weigh: 40 },
  { name: '音乐戏剧', description: '合唱、配音、排戏', hue: 'music', weigh: 30 },
  { name: '体育健康', description: '跑步、打卡、睡好觉', hue: 'sport', weigh: 20 },
  { name: '社会实践', description: '走出校门做点事', hue: 'service', weigh: 10 },
]

export type SampleGuild = {
  name: string
  /** Index into `categories`. */
  category: number
  glyph: string
  flag: string
  motto: string
  subject: Selectable<GuildTable>['subject']
  intro: string
  join_policy: Selectable<GuildTable>['join_policy']
  capacity: number | null
  invite_code: string
  teacher: 'chen' | 'luo' | 'he' | 'ma'
  assistant?: 'ta' | 'ta2' | 'ta3'
  members: number
  chapters: readonly string[]
}

/** The ten guilds, covering every way of joining. Codes have no 0, O, 1 or I. */
export const guilds: readonly SampleGuild[] = [
  {
    name: '代码工坊',
    category: 0,
    glyph: 'code',
    flag: 'hexagon-half-math',
    motto: '从第一行代码到能用的小工具。',
    subject: 'code',
    intro: '从第一行代码到能用的小工具，每周一个项目。',
    join_policy: 'open',
    capacity: null,
    invite_code: 'CDGF2345',
    teacher: 'chen',
    assistant: 'ta',
    members: 30,
    chapters: ['第一章 会说话的程序', '第二章 能用的小工具'],
  },
  {
    name: '机器人社',
    category: 0,
    glyph: 'robot',
    flag: 'circle-chief-tech',
    motto: '让想法动起来。',
    subject: 'robot',
    intro: '造会动的东西，参加市里的挑战赛。',
    join_policy: 'code',
    capacity: 24,
    invite_code: 'RBTS6789',
    teacher: 'ma',
    members: 18,
    chapters: [],
  },
  {
    name: '光影摄影公会',
    category: 1,
    glyph: 'camera',
    flag: 'shield-chief-art',
    motto: '学会看光，再学会拍人。',
    subject: 'photo',
    intro: '用镜头看见平时看不见的人和事。',
    join_policy: 'approval',
    capacity: 40,
    invite_code: 'GYSY3456',
    teacher: 'luo',
    assistant: 'ta',
    members: 28,
    chapters: ['第一章 看见光', '第二章 看见人'],
  },
  {
    name: '版画小屋',
    category: 1,
    glyph: 'print',
    flag: 'pennant-fess-art',
    motto: '刻一刀，看一眼。',
    subject: 'paint',
    intro: '一把刻刀，一块木头，印出自己的名字。',
    join_policy: 'open',
    capacity: 20,
    invite_code: 'BHXW4567',
    teacher: 'luo',
    members: 16,
    chapters: [],
  },
  {
    name: '文学社',
    category: 2,
    glyph: 'book',
    flag: 'pennant-plain-lit',
    motto: '读一本书，写一段话，念给大家听。',
    subject: 'write',
    intro: '读一本书，写一段话，念给大家听。',
    join_policy: 'open',
    capacity: null,
    invite_code: 'WXSH5678',
    teacher: 'he',
    assistant: 'ta2',
    members: 26,
    chapters: ['第一章 读', '第二章 写与念'],
  },
  {
    name: '自然观察社',
    category: 3,
    glyph: 'sprout',
    flag: 'circle-fess-service',
    motto: '带着尺子和问题去看一棵豆芽。',
    subject: 'nature',
    intro: '带着尺子和问题去看一棵豆芽。',
    join_policy: 'open',
    capacity: null,
    invite_code: 'ZRGC6782',
    teacher: 'ma',
    assistant: 'ta3',
    members: 24,
    chapters: [],
  },
  {
    name: '数学建模组',
    category: 4,
    glyph: 'sigma',
    flag: 'hexagon-plain-history',
    motto: '食堂排队、红绿灯，都是模型。',
    subject: 'math',
    intro: '食堂排队、红绿灯、跑步配速，都是模型。',
    join_policy: 'approval',
    capacity: 30,
    invite_code: 'SXJM7892',
    teacher: 'chen',
    members: 23,
    chapters: ['第一章 学会数', '第二章 立一个模型', '第三章 说服别人'],
  },
  {
    name: '合唱与配音',
    category: 5,
    glyph: 'note',
    flag: 'pennant-half-art',
    motto: '用声音演一出戏。',
    subject: 'music',
    intro: '用声音演一出戏。每周三下午排练。',
    join_policy: 'approval',
    capacity: 36,
    invite_code: 'HCPY8923',
    teacher: 'he',
    members: 20,
    chapters: [],
  },
  {
    name: '晨跑打卡团',
    category: 6,
    glyph: 'shoe',
    flag: 'shield-bend-lit',
    motto: '先跑起来，再跑得久。',
    subject: 'sport',
    intro: '每天二十分钟，下雨就在楼道里跳绳。',
    join_policy: 'open',
    capacity: null,
    invite_code: 'CPDK9234',
    teacher: 'ma',
    members: 30,
    chapters: [],
  },
  {
    name: '志愿者小队',
    category: 7,
    glyph: 'heart',
    flag: 'shield-chevron-science',
    motto: '走进社区，做一件小而具体的事。',
    subject: 'care',
    intro: '走进社区，做一件小而具体的事。',
    join_policy: 'closed',
    capacity: 15,
    invite_code: 'ZYZX2346',
    teacher: 'luo',
    members: 15,
    chapters: [],
  },
]

/** Indexes of the guilds that 林雨桐 is in. */
export const heroGuilds: readonly number[] = [0, 2, 4, 5, 6]

export const announcements: readonly { guild: number; title: string; content: string; days: number }[] = [
  { guild: 0, title: '周五改到机房302', content: '这周五的活动改到**机房302**，请带上U盘。', days: -1 },
  {
    guild: 2,
    title: '拍人之前先问一声',
    content: '拍任何人之前，请先说明用途并征得同意。对方说不，就谢谢他。',
    days: -3,
  },
  { guild: 4, title: '朗诵录音的小建议', content: '找一间有窗帘的屋子，手机放在书上，离嘴一拳远。', days: -5 },
  { guild: 6, title: '数据要写来源', content: '每张表下面写清楚：谁、什么时候、在哪里数的。', days: -2 },
]

export const banners = [
  {
    title: '第三届校园科技节作品征集',
    subtitle: '10个公会、32个任务同时开放，优秀作品将在一楼大厅展出。',
    art: 'school',
    alt: '一座飘着旗子的学校，门口站着两位同学',
    link: paths.guilds(),
    link_text: '看看有哪些公会',
    weigh: 30,
  },
  {
    title: '公会招新周',
    subtitle: '拿到邀请码就能加入，也可以先看看再决定。',
    art: 'flags',
    alt: '一排不同颜色的公会旗帜',
    link: paths.guilds(),
    link_text: '去公会看看',
    weigh: 20,
  },
  {
    title: '带着尺子看豆芽',
    subtitle: '绿豆发芽观察日记开始了，每天同一时间拍一张照片。',
    art: 'sprout',
    alt: '一株刚长出两片叶子的绿豆芽和一把尺子',
    link: paths.guilds(),
    link_text: '接取任务',
    weigh: 10,
  },
] as const
