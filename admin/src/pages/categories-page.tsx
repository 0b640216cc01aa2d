import { Categories } from '../features/categories/categories.tsx'

/** /admin/categories: the shelves guilds stand on. */
export const CategoriesPage = () => <Categories />
