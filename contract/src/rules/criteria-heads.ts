const heads =
  /^(?:序号|评[分价]?(?:标准|项目|内容|指标|要点|维度)|标准|项目|指标|维度|内容|要求|说明|权重|分[值数]|满分|占比|备注|等级|优秀?|良好?|中等?|不?[及合]格|criteri|description|weight|points|score|level)/i

/** Whether a cell of a copied table of criteria is the head of a column. */
export const isCriteriaHead = (cell: string): boolean => heads.test(cell)

/** Whether a row of such a table, by its first cell, is the sum of the others. */
export const isCriteriaTotal = (cell: string): boolean => /^(?:合计|总[分计]|小计|total)/i.test(cell)

/** The number of a cell that holds a weight: 20, 20%, 20分; null for any other. */
export const criteriaWeight = (cell: string): number | null => {
  const [, number] = /^(\d{1,3})\s*(?:%|％|分)?$/.exec(cell) ?? []
  return number === undefined ? null : Number(number)
}

/** The descriptions of one criterion from several columns, in one text. */
export const joinedWords = (words: readonly string[]): string => words.filter(Boolean).join('；')
