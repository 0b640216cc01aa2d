/** The personal centre. */
export const center = {
  title: '个人中心',
  tabs: { doing: '进行中', submitted: '已提交', returned: '被退回', reviewed: '已评' },
}
