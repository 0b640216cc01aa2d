import type { reviewPhone as zhCN } from '../zh-CN/review-phone.ts'

export const reviewPhone: typeof zhCN = {
  pad: 'Numbers',
  padBack: 'Take one digit off',
  padPoint: 'Point',
  toHome: 'Back to what waits',
  placeOf: (at, of) => `${at} of ${of}`,
  more: 'More',
  stepTo: (step, name) => `${step}: ${name}`,
  onTime: 'on time',
  drawer: 'Score and words',
  drawerParts: 'What to give',
  give: 'Score',
  said: 'Marks and feedback',
  outOf: (max) => `/ ${max}`,
  draftHere: 'No network: kept on this device for now',
}
