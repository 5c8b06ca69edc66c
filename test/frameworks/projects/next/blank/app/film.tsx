'use client';

export const Film = ({ first }: { first: string | undefined }) => <main>Nothing yet, {first}</main>;
