/** Few pages have a transcript: its code comes with the first `<vh-transcript>` of the document. */
const transcripts = document.getElementsByTagName('vh-transcript');
const watch = new MutationObserver(look);

function look(): void {
  if (transcripts.length === 0) return;
  watch.disconnect();
  // Without a network the tag stays empty, as the others do whose script fails to load.
  import('../define/vh-transcript.ts').catch(() => {});
}

watch.observe(document, { childList: true, subtree: true });
look();
