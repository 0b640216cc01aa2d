import type { search as source } from '../zh-CN/search.ts'

export const search: typeof source = {
  title: 'Search',
  titleOf: (q) => `Results for “${q}”`,
  label: 'Search tasks, works, people',
  placeholder: 'Tasks, works, people',
  filter: 'Filter by kind',
  everything: 'Everything',
  kinds: { task: 'Tasks', work: 'Works', person: 'People' },
  all: 'See all',
  by: (author, guild) => `${author}, ${guild}`,
  begin: 'What are you looking for?',
  beginHint: 'A task, a work or a classmate’s nickname: two letters are enough to begin.',
  nothing: (q) => `Nothing found for “${q}”`,
  nothingHint: 'Try another word, or fewer of them.',
  clearFilters: 'Clear filters',
  clearWords: 'Clear the search',
  failed: 'The search did not work',
  count: (n) => (n === 0 ? 'No results' : n === 1 ? '1 result' : `${n} results`),
}
