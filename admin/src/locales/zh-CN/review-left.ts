/** What was written while a work was decided elsewhere. */
export const reviewLeft = {
  title: '这份作品已经有结果，你写的这些没有用上',
  drop: '不要了',
  gone: '这份作品已撤回或移走',
  toFirst: '看第一份',
}
