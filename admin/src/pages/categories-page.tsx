import { Categories } from '../features/categories/categories.tsx'

/** /admin/categories: the categories of guilds. */
export const CategoriesPage = () => <Categories />
