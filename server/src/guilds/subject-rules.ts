import type { Subject } from '@tongchuang/contract/drawings.ts'

// The first match counts, so more specific subjects stand above more general ones.
const words: readonly (readonly [Subject, RegExp])[] = [
  ['robot', /机器人|创客|无人机|robot|maker|drone/],
  ['code', /代码|编程|信息|软件|算法|电脑|计算机|程序|人工智能|code|coding|program|software|computer/],
  ['math', /数学|建模|几何|代数|奥数|math/],
  ['physics', /物理|力学|天文|航模|physics|astronom/],
  ['chemistry', /化学|chemi/],
  ['nature', /自然|生物|植物|动物|观察|环保|种植|花草|探究|科学|nature|biolog|garden|science/],
  ['photo', /摄影|影像|光影|视频|镜头|拍照|photo|film|video/],
  ['music', /音乐|合唱|乐团|器乐|吉他|钢琴|配音|戏剧|话剧|朗诵|舞蹈|music|choir|band|drama|dance/],
  ['paint', /美术|绘画|画室|书法|版画|漫画|手工|设计|陶艺|艺术|paint|draw|art|design/],
  ['history', /历史|文物|考古|国学|博物|histor/],
  ['geography', /地理|地图|旅行|geograph|travel/],
  ['english', /英语|外语|口语|翻译|日语|法语|english|language/],
  ['write', /文学|语文|写作|作文|读书|阅读|诗|新闻|校刊|记者|writ|read|literat|poet/],
  ['sport', /体育|运动|篮球|足球|排球|乒乓|羽毛球|跑|健康|武术|棋|sport|ball|run|health/],
  ['care', /公益|志愿|义工|社区|社会实践|服务|关爱|volunteer|communit|service/],
  ['class', /班|年级|class|grade/],
]

const neutral = ['lamp', 'books', 'compass', 'easel'] as const

/**
 * The subject of a guild's drawings, guessed from its name, else from its category; a neutral one if neither gives a
 * hint.
 */
export const guessSubject = (name: string, category: string): Subject => {
  const found = [name, category].flatMap((said) => words.find(([, sign]) => sign.test(said.toLowerCase()))?.[0] ?? [])
  return found[0] ?? neutral[[...name].length % neutral.length] ?? 'lamp'
}
