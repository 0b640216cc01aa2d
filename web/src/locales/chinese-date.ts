const digits = '〇一二三四五六七八九'

const upTo99 = (number: number): string => {
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digits[ones] : ''}`
}

/** A day as certificates write it, 二〇二六年十一月二十一日, on the wall of a zone. */
export const chineseDate = (at: string, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(new Date(at))
    .map(({ type, value }) => [type, value])
  const { year = '', month, day } = Object.fromEntries(parts) as Record<string, string>
  return `${[...year].map((digit) => digits[Number(digit)]).join('')}年${upTo99(Number(month))}月${upTo99(Number(day))}日`
}
