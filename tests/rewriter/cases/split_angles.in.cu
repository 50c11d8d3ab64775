void split_angles() {
    add << <1, N>> > (a);
    k < < < g , b > > > (x);
    k<<  <1, 1>  >>(x);
    k <
        <
        < 1,
        2 >
        >
        > (x,
           y);
    k</* a */<// b
        <1, 1>/* > */> /* c */ > /* d */ (x);
    k < f < int > > < < < g < int > (1) , b > > > (x);
}
