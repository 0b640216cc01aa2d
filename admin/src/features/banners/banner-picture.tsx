import { BannerArt } from '@tongchuang/ui/banner-art.tsx'
import styles from './banners.module.css'

/** The picture the square shows beside the text: the uploaded one, or the drawing. */
export const BannerPicture = ({ image, art }: { image: string; art: string }) => (
  <span className={styles.picture}>{image ? <img src={image} alt="" /> : <BannerArt name={art} />}</span>
)
