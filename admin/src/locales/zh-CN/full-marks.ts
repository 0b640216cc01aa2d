type Weight = { label: string; before: number; weight: number }

/** Full marks, weights and keys that change while a work is marked. */
export const fullMarks = {
  reweighed: (all: readonly Weight[]) =>
    `评分标准的权重改了：${all.map((one) => `${one.label}从${one.before}改为${one.weight}`).join('，')}。总分已按新的算，请看过再保存`,
  rescaled: (from: number, to: number, score: string) =>
    `满分已从${from}分改为${to}分，你填的分数换算成了${score}分，请看过再保存`,
  remarked: (before: string, after: string) =>
    `题目重新批过：${before ? `分数从${before}分变为${after}分` : `分数是${after}分`}，请看过再保存`,
}
