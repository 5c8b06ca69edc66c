import { expect } from 'chai';
import { xhrSender } from '../../../src/upload/transports/http-senders.ts';

describe('what an upload is sent by', () => {
  const { XMLHttpRequest: real } = window;
  const asked: XMLHttpRequest[] = [];

  beforeEach(() => {
    asked.length = 0;
    window.XMLHttpRequest = class extends real {
      constructor() {
        super();
        asked.push(this);
      }
    };
  });

  afterEach(() => {
    window.XMLHttpRequest = real;
  });

  it('has no answer read as a document, of which Firefox would complain in the console', async () => {
    await xhrSender.send({
      method: 'POST',
      url: location.href,
      headers: {},
      body: null,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    expect(asked).to.have.length(1);
    expect(() => asked[0]?.responseXML).to.throw(DOMException);
  });
});
