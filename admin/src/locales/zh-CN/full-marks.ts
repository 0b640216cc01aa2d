/** Full marks that change while a score is typed. */
export const fullMarks = {
  rescaled: (from: number, to: number, score: string) =>
    `满分已从${from}分改为${to}分，你填的分数换算成了${score}分，请看过再保存`,
  remarked: (before: string, after: string) =>
    `题目重新批过：${before ? `分数从${before}分变为${after}分` : `分数是${after}分`}，请看过再保存`,
}
