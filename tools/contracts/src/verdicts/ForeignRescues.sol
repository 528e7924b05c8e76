// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

interface Coins {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

abstract contract RescuedPot {
    Coins public immutable coin;
    address public owner;
    mapping(address => uint256) public deposits;

    constructor(Coins c, address o) {
        coin = c;
        owner = o;
    }

    function deposit(uint256 amount) external {
        deposits[msg.sender] += amount;
        require(coin.transferFrom(msg.sender, address(this), amount));
    }

    function withdraw(uint256 amount) external {
        deposits[msg.sender] -= amount;
        require(coin.transfer(msg.sender, amount));
    }

    function rescue(Coins token) external {
        require(msg.sender == owner, "owner");
        require(mayLeave(address(token)), "deposits");
        uint256 held = token.balanceOf(address(this));
        require(held > 0, "none");
        token.transfer(owner, held);
    }

    function mayLeave(address token) internal view virtual returns (bool);
}

/// @dev Sends back what came by mistake, and no deposit.
contract SparingRescue is RescuedPot {
    constructor(Coins c, address o) RescuedPot(c, o) {}

    function mayLeave(address token) internal view override returns (bool) {
        return token != address(coin);
    }
}

/// @dev Takes the deposits with the same call.
contract SweepingRescue is RescuedPot {
    constructor(Coins c, address o) RescuedPot(c, o) {}

    function mayLeave(address token) internal pure override returns (bool) {
        return token != address(0);
    }
}

/// @dev Pays interest on coins; who gives has shares, which can be sent.
contract LentMarket {
    Coins public immutable coin;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(Coins c) {
        coin = c;
    }

    function put(uint256 amount) external {
        require(coin.transferFrom(msg.sender, address(this), amount));
        totalSupply += amount;
        balanceOf[msg.sender] += amount;
        emit Transfer(address(0), msg.sender, amount);
    }

    function take(uint256 amount, address to) external {
        totalSupply -= amount;
        balanceOf[msg.sender] -= amount;
        emit Transfer(msg.sender, address(0), amount);
        require(coin.transfer(to, amount));
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}

/// @dev A pot that has its deposits in a market, and of its own only the market's shares.
abstract contract LentPot {
    Coins public immutable coin;
    LentMarket public immutable market;
    address public owner;
    mapping(address => uint256) public deposits;

    constructor(Coins c, LentMarket m, address o) {
        coin = c;
        market = m;
        owner = o;
    }

    function deposit(uint256 amount) external {
        deposits[msg.sender] += amount;
        require(coin.transferFrom(msg.sender, address(this), amount));
        (bool allowed, ) = address(coin).call(abi.encodeWithSignature("approve(address,uint256)", market, amount));
        require(allowed);
        market.put(amount);
    }

    function withdraw(uint256 amount) external {
        deposits[msg.sender] -= amount;
        market.take(amount, msg.sender);
    }

    function rescue(Coins token) external {
        require(msg.sender == owner, "owner");
        require(mayLeave(address(token)), "deposits");
        token.transfer(owner, token.balanceOf(address(this)));
    }

    function mayLeave(address token) internal view virtual returns (bool);
}

contract SparingLender is LentPot {
    constructor(Coins c, LentMarket m, address o) LentPot(c, m, o) {}

    function mayLeave(address token) internal view override returns (bool) {
        return token != address(coin) && token != address(market);
    }
}

/// @dev Excepts the coin, and not the shares that stand for it.
contract SharesTakingLender is LentPot {
    constructor(Coins c, LentMarket m, address o) LentPot(c, m, o) {}

    function mayLeave(address token) internal view override returns (bool) {
        return token != address(coin);
    }
}
