/** What undoes a setting; `turnOn` lets it begin to hold. */
export interface Setting {
  (): void;
  turnOn: () => void;
}

/** Lets the page believe that its visitor prefers that, from now on or `later`: not every browser allows it. */
export function preferring(what: 'reduced-motion' | 'reduced-data', from: 'now' | 'later' = 'now'): Setting {
  const real = window.matchMedia.bind(window);
  const asked = new EventTarget();
  let matches = from === 'now';
  Object.defineProperty(asked, 'matches', { get: () => matches });
  window.matchMedia = (query) => (query.includes(what) ? (asked as MediaQueryList) : real(query));
  const undo = () => {
    window.matchMedia = real;
  };
  return Object.assign(undo, {
    turnOn: () => {
      matches = true;
      asked.dispatchEvent(new Event('change'));
    },
  });
}

/** Lets the page believe that its visitor saves data. */
export function savingData(): () => void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  return () => Reflect.deleteProperty(navigator, 'connection');
}
