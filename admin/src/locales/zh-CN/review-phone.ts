/** The review page on a phone. */
export const reviewPhone = {
  pad: '数字键盘',
  padBack: '删一位',
  padPoint: '小数点',
  toHome: '返回待办',
  placeOf: (at: number, of: string) => `第${at}份，共${of}份`,
  more: '更多',
  stepTo: (step: string, name: string) => `${step}，${name}`,
  onTime: '按时',
  drawer: '评分和评语',
  drawerParts: '给什么',
  give: '打分',
  said: '批注和评语',
  outOf: (max: number) => `/ ${max}分`,
  draftHere: '没有网络，先存在这台设备上',
}
