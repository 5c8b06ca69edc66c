import { Film } from './film';

export default async function Page({ searchParams }: { searchParams: Promise<{ video?: string }> }) {
  const { video } = await searchParams;
  return <Film first={video} />;
}
