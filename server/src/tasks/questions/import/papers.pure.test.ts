import { expect, test } from 'vitest'
import { judgeTyped } from './import-rules.ts'
import { isTypedTable } from './typed-table.ts'
import { readTypedText } from './typed-text.ts'

const read = (text: string) => {
  let made = 0
  const { typed, unread, headings } = readTypedText(text)
  const { found, problems } = judgeTyped(typed, unread, { room: 60, newId: () => `id${(made += 1)}` })
  return {
    headings: headings.map((one) => one.text),
    problems: problems.map(({ line, problem }) => `${line} ${problem.zh}`),
    questions: found.map(({ question, key }) => ({
      is: `${question.kind} ${question.points}`,
      label: question.label,
      ...(question.options && { options: question.options.map((one) => one.text).join('|') }),
      right: key.accepted.map((one) => question.options?.find(({ id }) => id === one)?.text ?? one).join('|'),
      ...(key.explanation && { why: key.explanation }),
    })),
  }
}

test('a unit test as a teacher has it in a word processor: a title, headings with points, options side by side', () => {
  const { headings, problems, questions } = read(`第三单元小测 （满分20分）
姓名：________  班级：________

一、选择题（每题2分，共8分）
1、下面哪个是循环语句？（   ）
A．if   B．for   C．def   D．import
答案：B

2．\t最后一行是（ ）
\tA. 0\tB. 1
\tC. 2\tD. 3
【答案】C【解析】range(3) 不包含 3。
3. （多选）哪些让循环提前结束（ ）
A、break
B、continue
C、return
答案：AC
4. elif 可以出现多次。（ ）
答案：√
二、填空题（每空3分）
5. ______ 语句跳过本次循环。
答案：continue
6. 主要由____和____组成。
答案：脂质  蛋白质
三、简答题
7.（本题6分）说说 while 与 for 的区别。
答案：次数已知用 for；
次数未知用 while。`)
  expect(problems).toEqual([])
  expect(headings).toEqual([
    '第三单元小测 （满分20分）',
    '一、选择题（每题2分，共8分）',
    '二、填空题（每空3分）',
    '三、简答题',
  ])
  expect(questions).toEqual([
    { is: 'one 2', label: '下面哪个是循环语句？（   ）', options: 'if|for|def|import', right: 'for' },
    { is: 'one 2', label: '最后一行是（ ）', options: '0|1|2|3', right: '2', why: 'range(3) 不包含 3。' },
    { is: 'many 2', label: '哪些让循环提前结束（ ）', options: 'break|continue|return', right: 'break|return' },
    { is: 'truefalse 2', label: 'elif 可以出现多次。（ ）', right: 'true' },
    { is: 'blank 3', label: '______ 语句跳过本次循环。', right: 'continue' },
    // Several gaps have one field, which the machine cannot compare.
    { is: 'text 3', label: '主要由____和____组成。', right: '', why: '脂质  蛋白质' },
    { is: 'text 6', label: '说说 while 与 for 的区别。', right: '', why: '次数已知用 for；\n次数未知用 while。' },
  ])
})

test('advice above the first heading is no question, numbered or not, and takes no answer of the key', () => {
  const { problems, headings, questions } = read(`高一物理试题

班级：____　姓名：____

注意事项：
1．答卷前填写姓名。
2．用铅笔涂黑。
一、单项选择题：本题共1小题，每小题4分，共4分。
1．可以看成质点的是
A．绕太阳公转的地球      B．旋转的乒乓球
二、非选择题：共1题。
2．（6分）打点计时器的频率为50 Hz。
（1）时间间隔为______s；
（2）加速度为______m/s²。
参考答案及评分标准
1．A
2．（1）0.02　（2）2.0`)
  expect(problems).toEqual([])
  expect(headings).toHaveLength(7)
  expect(questions.map(({ is, right, why }) => [is, why ?? right])).toEqual([
    ['one 4', '绕太阳公转的地球'],
    ['text 6', '（1）0.02　（2）2.0'],
  ])
})

test('answers written into the brackets are taken out of what students read', () => {
  const { problems, questions } = read(`一、单项选择题
1. 下列各数中，（ B ）是负数。
A．2  B．－3
2. 如图(1)，点(A)在数轴上，正确的是(D)
A. 甲 B. 乙 C. 丙 D. 丁
3. 哪一层？ A. 应用层 B. 网络层
答案：B
二、判断题
（ √ ）4. 0既不是正数也不是负数。
5. 最小的整数是1。（×）`)
  expect(problems).toEqual([])
  expect(questions.map(({ label, right }) => [label, right])).toEqual([
    ['下列各数中，（　）是负数。', '－3'],
    ['如图(1)，点(A)在数轴上，正确的是（　）', '丁'],
    ['哪一层？', '网络层'],
    ['0既不是正数也不是负数。', 'true'],
    ['最小的整数是1。', 'false'],
  ])
})

test('answers at the end of a paper find their questions; one without a question is named', () => {
  const { problems, questions } = read(`一、选择题
1. 一
A. 甲
B. 乙
2. 二
A. 甲
B. 乙
3. 三
A. 甲
B. 乙
二、填空题
1. 3.5 加 0.5 等于____
2. 10 减 7 等于____
三、计算题
1. 求两数之和。

参考答案
一、1-2 BA  3-3：B
二、
1. 4  2. 3
三、
1. 解：相加得 9
所以是 9。
8. 6`)
  expect(questions.map(({ right, why }) => why ?? right)).toEqual(['乙', '甲', '乙', '4', '3', '相加得 9\n所以是 9。'])
  expect(problems).toEqual(['24 没有第8题'])
})

test('the points of a section are those of its question where it has one; several questions count 1 unless it says each', () => {
  const { problems, questions } = read(`一、填空题（共6分）
1. 3 加 4 等于____
答案：7
2. 10 减 7 等于____
答案：3
二、简答题（4分）
3. 说说 while 与 for 的区别。
三、作文（本大题共1小题，共40.5分，用时30分钟）
以「春天」为题写一篇短文。
四、计算题（8分）
4.（本题6分）求两数之和。
五、应用题（2分×3=6分）
5. 鸡兔同笼。`)
  expect(problems).toEqual([])
  expect(questions.map(({ is }) => is)).toEqual(['blank 1', 'blank 1', 'text 4', 'text 40.5', 'text 6', 'text 1'])
})

test('an explanation that goes through the options once more, over several paragraphs, adds none', () => {
  const { problems, questions } = read(`1．关于细胞，正确的是（　　）
A．都有细胞核\tB．都有细胞膜
【答案】B
【分析】细胞的结构。
【详解】A、原核细胞没有，A错误；

B、都有细胞膜，B正确。

2．大量元素是（　　）
A．C\tB．Fe
答案：A．C`)
  expect(problems).toEqual([])
  expect(questions).toMatchObject([
    { right: '都有细胞膜', why: '细胞的结构。\nA、原核细胞没有，A错误；\nB、都有细胞膜，B正确。' },
    { right: 'C' },
  ])
})

test('an English paper is read the same way', () => {
  const { headings, problems, questions } = read(`Unit 5 Quiz
I. Multiple choice (2 points each)
1. Which word is a noun?
A. run  B. apple
2. He ___ to school.
a) go
b) goes
II. True or false (3 points)
3. Paris is in France. (T)
Answer key
1. B  2. b`)
  expect([headings.length, problems]).toEqual([3, []])
  expect(questions.map(({ is, right }) => [is, right])).toEqual([
    ['one 2', 'apple'],
    ['one 2', 'goes'],
    ['truefalse 3', 'true'],
  ])
})

test('a program in a question keeps its lines and their indentation', () => {
  const { questions } = read('1. 输出是（ B ）\nfor i in range(2):\n    print(i)\nA. 0  B. 0 1')
  expect(questions[0]?.label).toBe('输出是（　）\nfor i in range(2):\n    print(i)')
})

test('a copied table is one, a paper with tabs is none', () => {
  expect(isTypedTable('题目\t答案\n顶点\t对')).toBe(true)
  expect(isTypedTable('小测\n题型\t题目\t答案\n\t顶点\t对')).toBe(true)
  expect(isTypedTable('顶点\tA\t2\n开口\tB\t1')).toBe(true)
  expect(isTypedTable('1.\t顶点是\nA. 甲\tB. 乙')).toBe(false)
  expect(isTypedTable('1.\t顶点是\t（ ）\n2.\t开口\t（ ）')).toBe(false)
})

test('of a text that has no end, the first lines are read', () => {
  expect(read('第几题\n答案：对\n\n'.repeat(3_000)).problems.at(-1)).toBe('4001 一次最多读4000行')
})
