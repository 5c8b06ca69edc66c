/** The fields that say where a package comes from and who answers for it. */
const FIELDS = ['repository', 'homepage', 'bugs', 'author'];

/** The fields of a package.json that are missing, or still hold the placeholder: an address under `.invalid`. */
export function originFaults(about) {
  return FIELDS.filter((name) => {
    const text = JSON.stringify(about[name] ?? '');
    return text === '""' || /\.invalid\b/.test(text);
  });
}
