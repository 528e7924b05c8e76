// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface IWrapped19 {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address holder) external view returns (uint256);
}

interface IPlug19 {
    function asset() external view returns (address);
    function invest(uint256 amount, address from) external returns (uint256);
    function recall(uint256 amount) external;
}

/// Wraps the coins of its caller and puts them into an escrow in the caller's name.
contract WrapZap {
    IWrapped19 private immutable wrapped;
    WrapEscrow private immutable escrow;

    constructor(IWrapped19 w, WrapEscrow e) {
        wrapped = w;
        escrow = e;
    }

    function lockCoins() external payable {
        wrapped.deposit{value: msg.value}();
        wrapped.approve(address(escrow), msg.value);
        escrow.open(msg.sender, msg.value);
    }
}

/// Wrapped coins by owner. The arbiter, where there is one, decides who gets an entry.
contract WrapEscrow {
    IWrapped19 private immutable wrapped;
    address private immutable arbiter;
    mapping(address => uint256) private entries;

    constructor(IWrapped19 w, address a) {
        wrapped = w;
        arbiter = a;
    }

    function open(address owner, uint256 amount) external {
        require(wrapped.transferFrom(msg.sender, address(this), amount), "pull");
        entries[owner] += amount;
    }

    function close() external {
        uint256 amount = entries[msg.sender];
        require(amount > 0, "none");
        entries[msg.sender] = 0;
        require(wrapped.transfer(msg.sender, amount), "pay");
    }

    function settle(address owner, address to) external {
        require(msg.sender == arbiter, "arbiter");
        uint256 amount = entries[owner];
        entries[owner] = 0;
        require(wrapped.transfer(to, amount), "pay");
    }
}

/// Invests through plugs with a limit each. The curator adds plugs; `separate`: the allocator is another account, which adds none.
contract PlugVault {
    struct Plug {
        uint64 since;
        uint96 limit;
        uint96 used;
    }

    IWrapped19 private immutable coin;
    IPlug19 private immutable home;
    mapping(address => uint256) private rights;
    mapping(address => Plug) public plugs;
    mapping(address => uint256) private owed;
    uint96 private most_;

    constructor(IWrapped19 c, address curator, address allocator, address plug) {
        coin = c;
        home = IPlug19(plug);
        rights[curator] |= 1;
        rights[allocator] |= 2;
        plugs[plug] = Plug(uint64(block.timestamp), type(uint96).max, 0);
    }

    function bound(uint96 most) external {
        require(rights[msg.sender] & 1 != 0, "curator");
        most_ = most;
    }

    function add(uint256 amount) external {
        require(most_ == 0 || amount <= most_, "most");
        require(coin.transferFrom(msg.sender, address(this), amount), "pull");
        owed[msg.sender] += amount;
    }

    function remove(uint256 amount) external {
        owed[msg.sender] -= amount;
        uint256 idle = coin.balanceOf(address(this));
        if (idle < amount) home.recall(amount - idle);
        require(coin.transfer(msg.sender, amount), "pay");
    }

    function install(address plug, uint96 limit) external {
        require(rights[msg.sender] & 1 != 0, "curator");
        require(plugs[plug].since == 0 && IPlug19(plug).asset() == address(coin), "plug");
        plugs[plug] = Plug(uint64(block.timestamp), limit, 0);
    }

    function allocate(address plug, uint96 amount) external {
        require(rights[msg.sender] & 2 != 0, "allocator");
        Plug storage one = plugs[plug];
        require(one.since != 0 && one.used + amount <= one.limit, "limit");
        one.used += amount;
        coin.approve(plug, amount);
        IPlug19(plug).invest(amount, address(this));
    }
}

/// A plug that holds what it is given, for the vault alone.
contract QuietPlug {
    IWrapped19 public immutable asset;
    mapping(address => uint256) private lent;

    constructor(IWrapped19 c) {
        asset = c;
    }

    function recall(uint256 amount) external {
        lent[msg.sender] -= amount;
        require(asset.transfer(msg.sender, amount), "pay");
    }

    function invest(uint256 amount, address from) external returns (uint256) {
        require(asset.transferFrom(msg.sender, address(this), amount), "pull");
        lent[msg.sender] += amount;
        return uint256(uint160(from));
    }
}
