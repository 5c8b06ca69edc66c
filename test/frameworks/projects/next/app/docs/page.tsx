import { Suspense } from 'react';
import { Film } from './film';

interface Props {
  searchParams: Promise<{ video?: string }>;
}

export default function Page({ searchParams }: Props) {
  return (
    <Suspense>
      <ChosenFilm searchParams={searchParams} />
    </Suspense>
  );
}

async function ChosenFilm({ searchParams }: Props) {
  const { video } = await searchParams;
  return <Film first={video} />;
}
