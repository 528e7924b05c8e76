// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

interface ICoin8 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address holder) external view returns (uint256);
}

interface IModule8 {
    function underlying() external view returns (ICoin8);
    function received(uint256 amount) external returns (uint256);
}

/// Shares of dollars, one for one.
contract PlainShares {
    ICoin8 public immutable asset;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(ICoin8 coin) {
        asset = coin;
    }

    function deposit(uint256 amount, address to) external {
        require(asset.transferFrom(msg.sender, address(this), amount), "pull");
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function redeem(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        totalSupply -= amount;
        emit Transfer(msg.sender, address(0), amount);
        require(asset.transfer(msg.sender, amount), "pay");
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        return true;
    }
}

/// Buys shares for its caller and stakes them in a farm, in the caller's name.
contract ShareZap {
    PlainShares public immutable shares;
    ShareFarm public immutable farm;

    constructor(PlainShares s, ShareFarm f) {
        shares = s;
        farm = f;
    }

    function stakeDollars(uint256 amount) external {
        ICoin8 coin = shares.asset();
        require(coin.transferFrom(msg.sender, address(this), amount), "pull");
        coin.approve(address(shares), amount);
        shares.deposit(amount, address(this));
        shares.approve(address(farm), amount);
        farm.stakeFor(msg.sender, amount);
    }
}

/// Keeps shares of stakers. The steward moves them where there is one.
contract ShareFarm {
    struct Stake {
        uint128 amount;
        uint64 since;
    }

    PlainShares public immutable shares;
    address public immutable steward;
    uint256 public total;
    mapping(address => Stake) public stakes;

    constructor(PlainShares s, address keeper) {
        shares = s;
        steward = keeper;
    }

    function stakeFor(address user, uint256 amount) external {
        require(shares.transferFrom(msg.sender, address(this), amount), "pull");
        stakes[user].amount += uint128(amount);
        stakes[user].since = uint64(block.timestamp);
        total += amount;
    }

    function unstake(uint256 amount) external {
        stakes[msg.sender].amount -= uint128(amount);
        total -= amount;
        require(shares.transfer(msg.sender, amount), "pay");
    }

    function upgradeFarm(address next) external {
        require(msg.sender == steward, "steward");
        require(shares.transfer(next, shares.balanceOf(address(this))), "pay");
    }
}

/// Sends what is idle to its module. The operator chooses the module among contracts for the same coin; `fixedModule`: one stays for ever.
contract ModulePool {
    ICoin8 public immutable coin;
    address public immutable operator;
    bool private immutable fixedModule;
    IModule8 public module;
    uint256 public working;
    mapping(address => uint256) public shareOf;

    constructor(ICoin8 c, address o, bool stays) {
        coin = c;
        operator = o;
        fixedModule = stays;
    }

    function supply(uint256 amount) external {
        require(coin.transferFrom(msg.sender, address(this), amount), "pull");
        shareOf[msg.sender] += amount;
    }

    function release(uint256 amount) external {
        shareOf[msg.sender] -= amount;
        require(coin.transfer(msg.sender, amount), "pay");
    }

    function connect(IModule8 next) external {
        require(msg.sender == operator, "operator");
        require(!fixedModule, "fixed");
        require(next.underlying() == coin, "coin");
        module = next;
    }

    function work(IModule8 there, uint256 amount) external {
        require(msg.sender == operator && there == module, "module");
        working += amount;
        require(coin.transfer(address(there), amount), "send");
        there.received(amount);
    }

    function disconnect(IModule8 old) external {
        require(msg.sender == operator && !fixedModule, "operator");
        if (module == old) module = IModule8(address(0));
    }
}
