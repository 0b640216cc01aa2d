import { Gallery } from '../features/works/gallery.tsx'

/** What students share with each other. */
export const WorksPage = () => <Gallery />
