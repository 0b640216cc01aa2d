import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The 5,000 most frequent passwords of 8 characters and more in published leaks, as the first 48 bits of their SHA-256:
 * the words themselves do not belong into a school's source code.
 */
const width = 8
let common: Set<string> | undefined

const readCommon = (): Set<string> => {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').replaceAll('\n', '')
  return new Set(Array.from({ length: text.length / width }, (_, at) => text.slice(at * width, (at + 1) * width)))
}

const isCommon = (word: string): boolean =>
  (common ??= readCommon()).has(createHash('sha256').update(word).digest('base64url').slice(0, width))

// Words, wishes and number puns that Chinese lists add to the international ones, without their prefixes and suffixes.
const favourites = new Set(
  `woaini woaiwojia woaiziji woailaopo woaibaobao woaimama woaibaba woshishui woshini woshiwo wobuzhidao wobuaini aini ainia xiaoming xiaohong
  xiaoli xiaoxiao baobao laopo laogong mima mimamima denglu zhuce nihao nihaoma zhongguo beijing shanghai guangzhou shenzhen tianjin chongqing
  hangzhou nanjing wuhan chengdu xian qinghua beida xuexiao xuesheng laoshi jiaoshi banzhang gaokao tiantian kuaile jiayou shengri meimei gege
  jiejie didi zhang zhangwei wangwei wangfang liwei liuwei chenwei zhangsan lisi wangwu asdasd zxczxc qweqwe qazwsx qwer asdf zxcv admin
  administrator root user guest test student teacher school class password passwd passw pass welcome hello iloveyou love dragon monkey superman
  qq wechat weixin taobao baidu huawei xiaomi tongchuang gonghui abc abcd abcde abcdef aa aaa qwe asd zxc wang li liu chen yang zhao huang zhou wu xu sun
  hu zhu gao lin guo he ma luo liang song zheng xie han tang feng yu dong xiao cheng cao yuan deng fu shen zeng peng lv su lu jiang cai jia ding wei
  xue ye yan pan du dai xia zhong tian ren fan fang shi yao liao zou xiong jin hao gu shao meng wan duan lei qian yin kong`
    .split(/\s+/)
    .filter(Boolean),
)
const luckyDigits =
  /^(?:520|521|1314|7758521|7758258|147258369|159357|159753|741852|963852|147852|258456|110119|112233|123321|456789|168|666|888|518|2008|2020)+$/

const rows = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
]
const mirrored = (text: string): string => [...text].reverse().join('')

/** One run along a keyboard's row, the alphabet or the digits, in either direction. */
const isRun = (text: string): boolean => rows.some((row) => row.includes(text) || mirrored(row).includes(text))

/** The same few characters again and again. */
const isRepeated = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/su.test(text) || new Set(text).size <= 2

const isDate = (text: string): boolean =>
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ||
  /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d$/.test(text)
const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text)

/** Replaces digits and signs that stand for letters by those letters. */
const plain = (text: string): string =>
  text.replace(
    /[013457@$!]/g,
    (sign) => ({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' })[sign]!,
  )

/** Whether the text is a lucky number, a date or a run of digits, with a few letters around it. */
const isDressedNumber = (text: string): boolean => {
  const digits = text.replace(/^\p{L}{0,3}|[\p{L}\p{P}]{0,3}$/gu, '')
  return (
    /^\d{4,}$/.test(digits) &&
    (luckyDigits.test(digits) || isDate(digits) || isRun(digits) || isRepeated(digits) || isMobile(digits))
  )
}

/** Whether the text is a well-known word with some digits or signs around it, as rules that require them produce. */
const isDressedWord = (text: string): boolean => {
  const core = text.replace(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '')
  if (core === '' || text.length - core.length > 8) return false
  return favourites.has(core) || favourites.has(plain(core)) || (core.length >= 4 && (isRun(core) || isRepeated(core)))
}

/** Whether a password is among the first that anybody would try, for this person too. */
export const isWeakPassword = (password: string, about: readonly string[] = []): boolean => {
  const text = password.normalize('NFKC').toLowerCase()
  const isAboutThem = about.some(
    (word) => word.length >= 3 && text.includes(word.toLowerCase()) && text.length - word.length <= 4,
  )
  const looks = [isCommon, isRun, isRepeated, isDressedNumber, isDressedWord]
  return isAboutThem || isCommon(plain(text)) || looks.some((look) => look(text))
}
