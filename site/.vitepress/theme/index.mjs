import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent } from 'vue'
import Layout from './Layout.vue'
import Front from './Front.vue'
import Own from './Own.vue'
import Program from './Program.vue'
import OwnTask from './OwnTask.vue'
import Practised from './Practised.vue'
import ProgramBar from './ProgramBar.vue'
import RunThis from './RunThis.vue'
import Task from './Task.vue'
import './style.css'

export default {
    extends: DefaultTheme,
    Layout,
    enhanceApp({ app }) {
        // Layouts of their own, named in the pages' front matter.
        app.component('front', Front)
        app.component('own', Own)
        app.component('own-task', OwnTask)
        app.component('program', Program)
        app.component('task', Task)
        app.component('Practised', Practised)
        app.component('ProgramBar', ProgramBar)
        app.component('RunThis', RunThis)
        // The editor and all that runs programs come only where they are used.
        app.component('Workbench', defineAsyncComponent(() => import('./Workbench.vue')))
    }
}
