// Members that have the name of their type.
struct point {};
template <class T> struct list {};
namespace a {
template <class T, class U = int> struct pair;
enum class colour { red };
namespace b {
struct line {
  protected:
    point point;
    list<float> list;
    using pair = pair<float, list<int>>;
    typedef int colour;
    struct inner {
        typedef pair<int> pair;
    };
    void f() { point point; }
};
} // namespace b
} // namespace a
struct other {
    struct nested {};
    nested nested;
    a::pair<int> pair;
    using list = ::list<int>;
    int point = 3;
};
struct derived : other {
    using list = list<int>;
};
