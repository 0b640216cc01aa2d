/** Finding things by words. */
export const search = {
  title: '搜索',
  titleOf: (q: string) => `「${q}」的搜索结果`,
  label: '搜索任务、作品、同学',
  placeholder: '搜任务、作品、同学',
  filter: '按种类筛选',
  everything: '全部',
  kinds: { task: '任务', work: '作品', person: '同学' },
  all: '看全部',
  by: (author: string, guild: string) => `${author}，${guild}`,
  begin: '想找什么',
  beginHint: '两个字就可以开始，比如任务名、作品名、同学的昵称。',
  nothing: (q: string) => `没有找到「${q}」`,
  nothingHint: '换一个词，或者少写几个字。',
  failed: '搜索没有成功',
  count: (n: number) => (n === 0 ? '没有结果' : `找到${n}条`),
}
