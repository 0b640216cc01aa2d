/** Full marks that change while a score is typed. */
export const fullMarks = {
  rescaled: (from: number, to: number, score: string) =>
    `满分已从${from}分改为${to}分，你填的分数换算成了${score}分，请看过再保存`,
}
