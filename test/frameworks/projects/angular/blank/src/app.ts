import { Component } from '@angular/core';

@Component({ selector: 'app-root', template: '<main>Nothing yet</main>' })
export class App {}
