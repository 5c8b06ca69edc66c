/** What the page hands to the element, before and after its button is pressed. */
export const values = [
  {
    heading: 'one',
    endTime: 1,
    bare: true,
    playlist: ['vi1', { videoId: 'vi2', title: 'Two' }],
    text: 'Watch',
  },
  { heading: 'two', endTime: 2.5, bare: false, playlist: [{ videoId: 'vi3' }], text: 'Look' },
];
